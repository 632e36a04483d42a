/** What the picked tiles would do: where they would land on a line and what that is worth. */
import type { Preview } from '../../live/messages';
import { m } from '../../paraglide/messages.js';
import type { BoardInput } from '../board/boardInput.svelte';
import type { AzulView } from '../views';
import { floorCost, formatCost, landingOf, type Colour, type Landing } from './tiles/tiles';

export class MovePreview {
  #input: BoardInput;
  #state: () => { view: AzulView; previews: Record<string, Preview> | null };

  constructor(input: BoardInput, state: () => { view: AzulView; previews: Record<string, Preview> | null }) {
    this.#input = input;
    this.#state = state;
  }

  get #picked(): string | null {
    return this.#input.dragged ?? this.#input.selected;
  }

  get colour(): Colour | undefined {
    return this.#picked?.slice(1) as Colour | undefined;
  }

  /** The place that the player points at, if it accepts the tiles. */
  get place(): string | null {
    const { over } = this.#input;
    return over !== null && this.#input.isTarget(over) ? over : null;
  }

  of(place: string): Preview | undefined {
    const { previews } = this.#state();
    return this.#picked && this.#input.isTarget(place) ? previews?.[`${this.#picked}>${place}`] : undefined;
  }

  landing(place: string): Landing | null {
    const preview = this.of(place);
    return preview ? landingOf(`${this.#picked}>${place}`, preview) : null;
  }

  /** Such as «Completa la linea: +2 a fine round. Pavimento: −3 in tutto.» */
  describe(place: string): string {
    const preview = this.of(place);
    if (!preview) return '';
    const { points, cost } = preview;
    const all = [points === null ? m.preview_open() : m.preview_complete({ points })];
    if (cost !== this.#cost) all.push(m.preview_floor({ more: formatCost(cost - this.#cost), all: formatCost(cost) }));
    return all.join(' ');
  }

  /** The short form, on every line that accepts the tiles: «+2 −1». */
  describeShort(place: string): string {
    const preview = this.of(place);
    if (!preview) return '';
    const { points, cost } = preview;
    return [points === null ? '' : `+${points}`, cost === this.#cost ? '' : formatCost(cost - this.#cost)].filter(Boolean).join(' ');
  }

  /** What the floor costs already. */
  get #cost(): number {
    return floorCost(this.#state().view.floor.length);
  }
}
