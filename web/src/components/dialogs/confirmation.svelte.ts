/** Questions before an action that cannot be undone, asked in the page by `ConfirmationDialog`. */

/** `action` and `decline` are the texts of the buttons; without `decline`: cancel. */
export type Question = { title: string; text?: string; action: string; decline?: string };

class Confirmation {
  question = $state.raw<Question | null>(null);
  #answer: ((isConfirmed: boolean) => void) | undefined;

  /** A new question replaces one that is open, which counts as declined. */
  ask(question: Question): Promise<boolean> {
    this.#answer?.(false);
    this.question = question;
    return new Promise((resolve) => (this.#answer = resolve));
  }

  answer(isConfirmed: boolean): void {
    this.#answer?.(isConfirmed);
    this.#answer = undefined;
    this.question = null;
  }
}

export const confirmation = new Confirmation();
