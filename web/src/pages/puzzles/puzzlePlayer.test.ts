import { describe, expect, it, vi } from 'vitest';
import type { Attempted, MyStats, PuzzleInfo } from '../../api/client';
import { PuzzlePlayer } from './puzzlePlayer.svelte';
import { signed, themeName } from './puzzleTexts';

const first = { count: 0, moves: ['a', 'b'], told: [], view: {} } as unknown as PuzzleInfo['position'];
const second = { ...first, count: 1 };
const standing: MyStats = { rating: 1530, deviation: 200, attempts: 1, solved: 1, streak: 1, best_streak: 1 };
const info = (more: Partial<PuzzleInfo> = {}) => ({ id: 'aftaebr-1', position: first, limit: null, mine: null, ...more }) as PuzzleInfo;
const attempted = (more: Partial<Attempted>) =>
  ({ verdict: 'open', positions: [second], moves_left: null, told: [], result: null, is_new: false, mine: null, ...more }) as Attempted;

function playerWith(answers: Partial<Attempted>[], more: Partial<PuzzleInfo> = {}) {
  const attemptPuzzle = vi.fn();
  for (const answer of answers) attemptPuzzle.mockResolvedValueOnce(attempted(answer));
  const puzzleHint = vi.fn().mockResolvedValue({ told: { key: 'puzzle.hint_capture', values: {} }, move: 'b', mine: standing });
  const puzzleSolution = vi.fn().mockResolvedValue({ line: ['b'], positions: [first, second], told: [], theme: 'capture', mine: standing });
  return { player: new PuzzlePlayer(info(more), { attemptPuzzle, puzzleHint, puzzleSolution }), attemptPuzzle, puzzleHint };
}

describe('PuzzlePlayer', () => {
  it('sends all moves so far, and shows what the server answers', async () => {
    const { player, attemptPuzzle } = playerWith([{}, { verdict: 'solved', result: { is_solved: true, before: 1500, after: 1530 }, is_new: true, mine: standing }]);
    expect(player.isRated).toBe(true);
    await player.play('a');
    expect(player.isOpen).toBe(true);
    await player.play('b');
    expect(attemptPuzzle.mock.calls).toEqual([
      ['aftaebr-1', ['a']],
      ['aftaebr-1', ['a', 'b']],
    ]);
    expect([player.verdict, player.change, player.isRated, player.mine?.streak]).toEqual(['solved', 30, false, 1]);
    expect(player.isOpen).toBe(false);
  });

  it('keeps the first result when one tries again', async () => {
    const failed = { is_solved: false, before: 1500, after: 1470 };
    const { player, attemptPuzzle } = playerWith([
      { verdict: 'failed', result: failed, is_new: true, mine: standing },
      { verdict: 'solved', result: failed, is_new: false, mine: standing },
    ]);
    await player.play('a');
    expect(player.change).toBe(-30);
    player.retry();
    expect([player.verdict, player.positions, player.isRated]).toEqual(['open', [first], false]);
    await player.play('b');
    expect([player.verdict, player.change, player.isSolvedFirst]).toEqual(['solved', null, false]);
    expect(attemptPuzzle.mock.lastCall).toEqual(['aftaebr-1', ['b']]);
  });

  it('does not count a move that the server refused', async () => {
    const { player, attemptPuzzle } = playerWith([]);
    attemptPuzzle.mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(attempted({}));
    await expect(player.play('a')).rejects.toThrow('offline');
    expect(player.positions).toEqual([first]);
    await player.play('b');
    expect(attemptPuzzle.mock.lastCall).toEqual(['aftaebr-1', ['b']]);
  });

  it('counts a hint and the solution as not solved, unless it is decided', async () => {
    const { player } = playerWith([]);
    await player.askHint();
    expect([player.hint, player.isSolvedFirst, player.isOpen]).toEqual(['b', false, true]);
    const solved = playerWith([], { mine: { is_solved: true, before: 1500, after: 1530 } }).player;
    await solved.showSolution();
    expect([solved.isSolvedFirst, solved.isShown, solved.isOpen, solved.positions.length]).toEqual([true, true, false, 2]);
  });

  it('counts moves down where they are limited', async () => {
    const { player } = playerWith([{ moves_left: 4 }], { limit: 5 });
    expect(player.movesLeft).toBe(5);
    await player.play('a');
    expect(player.movesLeft).toBe(4);
    player.retry();
    expect(player.movesLeft).toBe(5);
  });
});

it('names every theme, and shows signs', () => {
  for (const theme of ['stock', 'uncover', 'points', 'fewest', 'column', 'line', 'build', 'floor', 'capture', 'extra_turn', 'quiet', 'chain']) expect(themeName(theme)).not.toBe(theme);
  expect([signed(12), signed(-3), signed(0)]).toEqual(['+12', '−3', '+0']);
});
