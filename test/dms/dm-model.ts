/** Direct chats as the specification tells them, with lists and nothing else: what the rooms must agree with. */
export const people = ['ada', 'bob', 'cem', 'eda'] as const;
export type Name = (typeof people)[number];

interface Row {
  seq: number;
  by: Name;
  body: string;
}

interface Chat {
  generation: number;
  seq: number;
  /** Who has it in their list, and up to where they have read. */
  cursors: Partial<Record<Name, number>>;
  /** Up to where those had read who left. */
  left: Partial<Record<Name, number>>;
  rows: Row[];
}

interface DmTerms {
  policy: 'open' | 'closed' | 'paid';
  cost: number;
}

export type Operation =
  | { type: 'open'; by: Name; with: Name }
  | { type: 'leave'; by: Name; with: Name }
  | { type: 'delete'; by: Name; with: Name }
  | { type: 'read'; by: Name; with: Name }
  | { type: 'send'; by: Name; with: Name; body: string }
  | { type: 'block'; by: Name; with: Name; on: boolean }
  | { type: 'terms'; by: Name; terms: DmTerms }
  | { type: 'restart' };

export class DmModel {
  chats: Record<string, Chat | null> = {};
  generations: Record<string, number> = {};
  stars: Record<Name, number>;
  dmTerms: Record<Name, DmTerms>;
  blocks: Record<string, boolean> = {};

  constructor(stars: number) {
    this.stars = Object.fromEntries(people.map((name) => [name, stars])) as Record<Name, number>;
    this.dmTerms = Object.fromEntries(people.map((name) => [name, { policy: 'open', cost: 0 }])) as Record<
      Name,
      DmTerms
    >;
  }

  copy(): DmModel {
    return Object.assign(new DmModel(0), structuredClone({ ...this }));
  }

  chat(a: Name, b: Name): Chat | null {
    return this.chats[pairOf(a, b)] ?? null;
  }

  /** Of the room the two have, or had last. */
  generation(a: Name, b: Name): number {
    return this.generations[pairOf(a, b)] ?? 0;
  }

  isBlocked(a: Name, b: Name): boolean {
    return this.blocks[`${a} ${b}`] === true || this.blocks[`${b} ${a}`] === true;
  }

  unread(by: Name, other: Name): number {
    const chat = this.chat(by, other);
    const cursor = chat?.cursors[by] ?? 0;
    return chat?.rows.filter((row) => row.seq > cursor && row.by !== by).length ?? 0;
  }

  apply(operation: Operation): string {
    switch (operation.type) {
      case 'restart':
        return 'ok';
      case 'terms':
        this.dmTerms[operation.by] = operation.terms;
        return 'ok';
      case 'block':
        this.blocks[`${operation.by} ${operation.with}`] = operation.on;
        return 'ok';
      case 'open':
        return this.#open(operation.by, operation.with);
      default:
        return this.#within(operation);
    }
  }

  #open(by: Name, other: Name): string {
    if (this.isBlocked(by, other)) return 'blocked';
    const chat = this.chat(by, other);
    if (chat) {
      if (chat.cursors[by] === undefined) chat.cursors[by] = ++chat.seq;
      return 'ok';
    }
    const { policy, cost } = this.dmTerms[other];
    if (policy === 'closed') return 'dm_closed';
    const price = policy === 'paid' ? cost : 0;
    if (this.stars[by] < price) return 'insufficient_stars';
    this.stars[by] -= price;
    this.stars[other] += price;
    const pair = pairOf(by, other);
    const generation = pair in this.generations ? this.generation(by, other) + 1 : 0;
    this.generations[pair] = generation;
    this.chats[pair] = { generation, seq: 1, cursors: { [by]: 1 }, left: {}, rows: [] };
    return 'ok';
  }

  #within(operation: Extract<Operation, { type: 'send' | 'leave' | 'delete' | 'read' }>): string {
    const { by, with: other } = operation;
    const chat = this.chat(by, other);
    if (chat?.cursors[by] === undefined) return 'room_not_found';
    if (operation.type === 'delete') this.chats[pairOf(by, other)] = null;
    if (operation.type === 'leave') this.#leave(chat, by, other);
    if (operation.type === 'read') chat.cursors[by] = Math.max(chat.cursors[by] ?? 0, chat.rows.at(-1)?.seq ?? 0);
    return operation.type === 'send' ? this.#send(chat, operation) : 'ok';
  }

  #leave(chat: Chat, by: Name, other: Name): void {
    chat.seq += 1;
    chat.left[by] = chat.cursors[by] ?? 0;
    delete chat.cursors[by];
    if (Object.keys(chat.cursors).length === 0) this.chats[pairOf(by, other)] = null;
  }

  #send(chat: Chat, { by, with: other, body }: { by: Name; with: Name; body: string }): string {
    if (this.isBlocked(by, other)) return 'blocked';
    chat.seq += 1;
    chat.rows.push({ seq: chat.seq, by, body });
    chat.cursors[other] ??= chat.seq - 1;
    return 'ok';
  }
}

export const pairOf = (a: Name, b: Name): string => [a, b].sort().join(' ');
