/** Facts about articles that are shared to the dictionary. */
export type ShareFact =
  /**
   * The author has submitted the article. From here on the service may send it to the dictionary, which may publish it.
   */
  | { type: 'article_offered'; row: number; id: string }
  /** The dictionary has stored it under this number. `toReport`: the reactions are not reported yet. */
  | ({ type: 'article_shared'; row: number; id: string; entryId: number } & ToReport);

/** The row's number of reactions is to be reported to the dictionary. */
export interface ToReport {
  toReport?: true;
}
