/** The members who are typing in a room. The stop event may get lost, so each name expires. */

const BELIEVED_MS = 6000;
/** The service forwards one typing event per this interval. */
const AGAIN_AFTER_MS = 3000;

export class TypingNames {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #changed: (names: readonly string[]) => void;
  /** The same list until it changes, because views compare it. */
  names: readonly string[] = [];

  constructor(changed: (names: readonly string[]) => void) {
    this.#changed = changed;
  }

  take(username: string, on: boolean): void {
    const wasThere = this.#timers.has(username);
    clearTimeout(this.#timers.get(username));
    if (on)
      this.#timers.set(
        username,
        setTimeout(() => this.take(username, false), BELIEVED_MS),
      );
    else this.#timers.delete(username);
    if (wasThere !== on) this.#show();
  }

  clear(): void {
    if (this.#timers.size === 0) return;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#show();
  }

  #show(): void {
    this.names = [...this.#timers.keys()];
    this.#changed(this.names);
  }
}

/** May be called at every keystroke: most calls send nothing. */
export function typingHints(send: (on: boolean) => void): (on: boolean) => void {
  let saidAt = 0;
  return (on) => {
    const isSoon = Date.now() - saidAt < AGAIN_AFTER_MS;
    if (on ? isSoon : saidAt === 0) return;
    saidAt = on ? Date.now() : 0;
    send(on);
  };
}
