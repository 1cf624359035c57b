/** Facts about articles on their way into the dictionary. */
export type ShareFact =
  /** Its author wants it published: from here on the dictionary may be handed it, and show it. */
  | { type: 'article_offered'; row: number; id: string }
  /** The dictionary has it under this number. `toReport`: it does not know yet how people reacted. */
  | ({ type: 'article_shared'; row: number; id: string; entryId: number } & ToReport);

/** The dictionary is to be told how many have reacted to the row. */
export interface ToReport {
  toReport?: true;
}
