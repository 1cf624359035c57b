import type { Page } from 'playwright-core';

/**
 * The service carries out so many POST requests to this path, and the page hears nothing of them, until the returned function is
 * called.
 */
export async function loseAnswers(page: Page, path: string, most = Number.POSITIVE_INFINITY): Promise<() => void> {
  let left = most;
  await page.route(`**${path}`, async (route) => {
    if (left === 0 || route.request().method() !== 'POST') return route.continue();
    left -= 1;
    await route.fetch();
    await route.abort();
  });
  return () => {
    left = 0;
  };
}

export const loseFirstAnswer = (page: Page, path: string): Promise<unknown> => loseAnswers(page, path, 1);
