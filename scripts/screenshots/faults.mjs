/** The faults of the page that is shown now: barriers, and content that is wider than a phone. */
import axe from 'axe-core';

/** `without` leaves out repeated parts of pages so long that checking all of them takes minutes. */
export async function faultsOn(page, { without } = {}) {
  if (without) await page.evaluate(takeAway, without);
  const [barriers, overflow] = [await barriersOn(page), await page.evaluate(widerThanScreen)];
  return [...barriers, ...overflow, ...(await page.evaluate(sideways))];
}

/** Runs in the browser. */
function takeAway(parts) {
  for (const part of document.querySelectorAll(parts)) part.remove();
}

async function barriersOn(page) {
  // Evaluated, not added to the page: its policy lets no foreign script in.
  await page.evaluate(`globalThis.axe === undefined && (() => { ${axe.source} })()`);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run({ resultTypes: ['violations'] });
    return violations.map(({ id, nodes: [first, ...more] }) => {
      const others = more.length > 0 ? ` and ${more.length} more` : '';
      return `barrier ${id}: ${first.target.join(' ')}${others}`;
    });
  });
}

/** Runs in the browser. The page itself must not scroll sideways; content inside a scrolling part may. */
function widerThanScreen() {
  const { scrollWidth } = document.documentElement;
  if (scrollWidth <= innerWidth) return [];
  const isPast = (element) => element.getBoundingClientRect().right > innerWidth + 1;
  const widest = [...document.body.querySelectorAll('*')].filter(isPast).at(-1);
  const name = widest ? `${widest.tagName.toLowerCase()}.${widest.className}` : 'the page';
  return [`overflow: ${name} makes the page ${scrollWidth} px wide on ${innerWidth} px`];
}

/**
 * Runs in the browser. A part that scrolls downwards must not scroll sideways as well, for nobody looks for it there:
 * only rows of ways, tables and code do.
 */
function sideways() {
  const isMeant = (element) => element.clientHeight < 120 || element.matches('pre, :has(> table)');
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
    .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX) && !isMeant(element))
    .map(
      (element) => `sideways: ${element.tagName.toLowerCase()}.${element.className} is ${element.scrollWidth} px wide`,
    );
}
