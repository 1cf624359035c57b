/** The parts that a page of the reference is made of. The search index has the same parts. */
import type { Html } from './html.js';

export interface Section {
  /** Its anchor. In the reference it is unique among all topics: `/docs` leads on from it. */
  id: string;
  title: string;
  markup: Html;
}

export interface Group {
  title: string;
  text?: Html;
  sections: Section[];
  /** Its sections are rows of one table. */
  isTable?: boolean;
}
