import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What keeps somebody from using what is shown now: each rule with the places where it is broken. */
export async function barriersOn(page: Page): Promise<string[]> {
  // Evaluated, not added to the page: its policy lets no foreign script in.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // A colour on its way to another one says nothing of either.
    const { axe: checker, document, CSSTransition } = globalThis as unknown as Shown;
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
    const { violations } = await checker.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  });
}

/** Of the page, whose types are not those of this program. */
interface Shown {
  axe: { run(): Promise<Found> };
  document: { getAnimations(): { finished: Promise<unknown> }[] };
  CSSTransition: new () => unknown;
}

interface Found {
  violations: { id: string; nodes: { target: string[] }[] }[];
}
