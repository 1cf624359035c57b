/** The scores of topics and categories, in whole numbers. */

export interface Scored {
  name: string;
  score: number;
}

interface TopicScore {
  score: number;
  /** The score of events without a category. */
  loose: number;
  /** The number of events by the category that they name. */
  named: Map<string, number>;
}

export class ScoreSheet {
  readonly #topics = new Map<string, TopicScore>();
  readonly #categories = new Map<string, number>();

  add(topic: string | undefined, category: string | undefined, score: number): void {
    if (category !== undefined) addTo(this.#categories, category, score);
    if (topic === undefined) return;
    const known = this.#topics.get(topic) ?? { score: 0, loose: 0, named: new Map<string, number>() };
    this.#topics.set(topic, known);
    known.score += score;
    if (category === undefined) known.loose += score;
    else addTo(known.named, category, 1);
  }

  /** Topics with at least `floor`, the strongest first. */
  topics(floor: number): Scored[] {
    return ranked(
      [...this.#topics].map(([name, { score }]) => ({ name, score })),
      floor,
    );
  }

  /** Categories with at least `floor`. Each topic adds its uncategorized score to its most frequent category. */
  categories(floor: number): Scored[] {
    const sums = new Map(this.#categories);
    for (const { loose, named } of this.#topics.values()) {
      const [category] = ranked(
        [...named].map(([name, score]) => ({ name, score })),
        1,
      );
      if (category) addTo(sums, category.name, loose);
    }
    return ranked(
      [...sums].map(([name, score]) => ({ name, score })),
      floor,
    );
  }
}

function addTo(sums: Map<string, number>, name: string, by: number): void {
  sums.set(name, (sums.get(name) ?? 0) + by);
}

/** Equal scores are ordered by name, so that the order is unique. */
const ranked = (all: Scored[], floor: number): Scored[] =>
  all.filter(({ score }) => score >= floor).sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
