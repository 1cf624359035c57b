/** An operator at the console's page: signs in with a key, goes to sections, and does what the dialogs ask for. */
import type { Locator, Page } from 'playwright-core';

export class OperatorPerson {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  id(name: string): Locator {
    return this.page.getByTestId(name);
  }

  async signIn(key: string): Promise<void> {
    await this.id('console-key').fill(key);
    await this.page.keyboard.press('Enter');
    await this.id('leave').waitFor();
  }

  /** Logs in at the embedded identity provider, as a person with these groups. */
  async identify(name: string, groups: string): Promise<void> {
    // The provider remembers the person of before.
    await this.page.context().clearCookies();
    await this.id('console-identity').click();
    await this.page.getByLabel('Name').fill(name);
    await this.page.getByLabel('Birth date').fill('1991-04-23');
    await this.page.getByLabel('Groups').fill(groups);
    await this.page.getByRole('button', { name: 'Continue' }).click();
    await this.page.getByRole('button', { name: 'Allow' }).click();
  }

  async leave(): Promise<void> {
    await this.id('leave').click();
    await this.id('console-key').waitFor();
  }

  /** The sections of the navigation, by their ids. */
  async sections(): Promise<string[]> {
    return this.page
      .locator('[data-testid^="section-"]')
      .evaluateAll((ways) => (ways as unknown as Named[]).map(({ dataset }) => dataset.testid.replace('section-', '')));
  }

  async go(section: string): Promise<void> {
    await this.id(`section-${section}`).click();
    await this.page.locator(`[data-testid="section-${section}"][aria-current="page"]`).waitFor();
  }

  async find(name: string): Promise<void> {
    await this.go('people');
    await this.id('find').fill(name);
    await this.page.keyboard.press('Enter');
  }

  /** Opens the dialog of an action, gives the reason, and waits until it is done. */
  async act(button: string, reason: string, more: () => Promise<unknown> = async () => undefined): Promise<void> {
    await this.id(button).click();
    await more();
    await this.id('reason').fill(reason);
    await this.id('action-send').click();
    await this.id('action-form').waitFor({ state: 'detached' });
  }

  /** Creates a key on the page of the operators; the secret that is shown once. */
  async createKey(name: string, role: string): Promise<string> {
    await this.go('operators');
    await this.id('key-new').click();
    await this.id('key-name').fill(name);
    await this.id('key-role').selectOption(role);
    await this.id('key-create').click();
    const secret = await this.id('key-secret').inputValue();
    await this.id('key-done').click();
    await this.id(`key-${name}`).waitFor();
    return secret;
  }
}

/** Of an element of the page, whose types are not those of this program. */
interface Named {
  dataset: { testid: string };
}
