/** The outbox is read in pages, and mails of one millisecond may fill more than one of them. */
import { createMailSender } from '#jobs/mail/send-mails.js';
import { createLinkTokens } from '#src/adapters/credentials/v1-tokens.js';
import type { MailRow } from '#src/domain/v1/v1-mail.js';
import type { Store } from '#src/store/store.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';

const NOW = Date.UTC(2028, 0, 1);
/** More than one page of the outbox. */
const OTHERS = 700;

const rowOf = (nth: number): MailRow => ({
  _id: `mail-${String(nth).padStart(4, '0')}`,
  address: nth < OTHERS ? 'of another node' : 'of this node',
  kind: 'password_changed',
  to: `${nth}@example.org`,
  language: 'en',
  link: null,
  at: NOW,
  dueAt: NOW,
  tries: 0,
});

async function fill(store: Store): Promise<void> {
  const puts = Array.from({ length: OTHERS + 1 }, (_, nth) => ({
    op: 'put' as const,
    in: 'mailOutbox' as const,
    doc: { ...rowOf(nth) },
  }));
  for (let at = 0; at < puts.length; at += 100) await store.write(puts.slice(at, at + 100));
}

describeOnBothEngines('an outbox with more than a page of one millisecond', (openStore) => {
  it('has its last mail sent, also while those before it wait for their own node', async () => {
    const store = await openStore();
    await fill(store);
    const sent: string[] = [];
    const sender = createMailSender({
      reader: store,
      addresses: { tryAsk: async () => ({ ok: true, value: null }) as never },
      mailer: {
        send: async ({ to }) => {
          sent.push(to);
          return { kind: 'sent' };
        },
        close: () => undefined,
      },
      links: createLinkTokens(['secret']),
      context: { publicUrl: 'https://chat.example.org', brand: 'meydan' },
      clock: { now: () => NOW, random: () => 0.5, after: () => () => undefined },
      log: { warn: () => undefined },
      mailed: () => undefined,
      isMine: (address) => address === 'of this node',
    });
    sender.start();
    await poll(() => sent.length > 0, { until: 'its own mail is sent' });
    expect(sent).toEqual([`${OTHERS}@example.org`]);
  });
});
