import { linkIn, type MailServer, type ReceivedMail, tokenIn } from './support/mail-server.js';
import { openV1ServiceFixture, PASSWORD, type V1ServiceFixture } from './support/v1-service-fixture.js';

let fixture: V1ServiceFixture;
let mail: MailServer;
beforeAll(async () => {
  fixture = await openV1ServiceFixture();
  mail = fixture.mail;
});
afterAll(() => fixture[Symbol.asyncDispose]());

const register = (email: string, language?: string) =>
  fixture.post('register', { email, password: PASSWORD }, language ? { 'accept-language': language } : {});

const header = ({ headers }: ReceivedMail, name: string) => headers.find(({ key }) => key === name)?.value;

describe('the mail after registering', () => {
  it('comes within a second', async () => {
    const waits: number[] = [];
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      await register(`${name}@quick.example.org`);
      const answered = Date.now();
      waits.push((await mail.mailTo(`${name}@quick.example.org`)).at - answered);
    }
    // The middle one: others use this machine too.
    expect(waits.sort((a, b) => a - b)[2]).toBeLessThan(1_000);
  });

  it('is from the service to the one address, as text and as HTML', async () => {
    await register('ada@example.org');
    const came = await mail.mailTo('ada@example.org');
    expect(came.recipients).toEqual(['ada@example.org']);
    expect([came.handedOverBy, came.from?.address, came.from?.name]).toEqual([
      'no-reply@chat.example.org',
      'no-reply@chat.example.org',
      'Meydan',
    ]);
    expect(came.to).toEqual([{ address: 'ada@example.org', name: '' }]);
    expect(came.subject).toBe('Confirm your e-mail address for Meydan');
    expect(came.html).toContain(linkIn(came).href);
  });

  it('says that a program wrote it, and who reads it may take it for itself only', async () => {
    await register('note@example.org');
    const came = await mail.mailTo('note@example.org');
    expect(header(came, 'auto-submitted')).toBe('auto-generated');
    expect(header(came, 'content-language')).toBe('en');
    expect(came.messageId).toMatch(/^<[0-9a-f-]{36}@chat\.example\.org>$/);
    expect(header(came, 'list-unsubscribe')).toBeUndefined();
    expect(came.html).not.toMatch(/<img|<script|src=/);
  });

  it('has a link to this service that carries token=, and the token opens the account', async () => {
    await register('link@example.org');
    const link = linkIn(await mail.mailTo('link@example.org'));
    expect(`${link.origin}${link.pathname}`).toBe(`${fixture.booted.app.config.http.publicUrl}/v1/auth/verify-email`);
    expect([...link.searchParams.keys()]).toEqual(['token']);
    expect((await fixture.post('verify-email', { token: link.searchParams.get('token') })).status).toBe(200);
    const login = await fixture.post('login', { email: 'link@example.org', password: PASSWORD });
    expect(login.status).toBe(200);
  });

  it.each([
    ['tr', 'tr'],
    ['tr-TR,tr;q=0.9,en;q=0.5', 'tr'],
    ['de, tr;q=0.8', 'tr'],
    ['en-GB', 'en'],
    ['de', 'en'],
    ['*', 'en'],
  ])('is written by Accept-Language: %s is %s', async (wanted, language) => {
    const email = `in-${Buffer.from(wanted).toString('hex')}@example.org`;
    await register(email, wanted);
    const came = await mail.mailTo(email);
    const subject = { tr: 'Meydan için e-posta adresinizi doğrulayın', en: 'Confirm your e-mail address for Meydan' }[
      language
    ];
    expect([came.subject, header(came, 'content-language')]).toEqual([subject, language]);
    expect(came.text).toContain({ tr: 'Bağlantı 24 saat geçerlidir', en: 'for 24 hours' }[language]);
    expect(came.html).toContain(`<html lang="${language}">`);
  });
});

describe('other mails', () => {
  it('tell the owner of an address that it has an account, without a link', async () => {
    await fixture.member('twice@example.org');
    const before = await fixture.post('register', { email: 'new@example.org', password: PASSWORD });
    const again = await register('twice@example.org');
    expect([again.status, again.body]).toEqual([before.status, before.body]);
    const came = await mail.mailTo('twice@example.org', 2);
    expect(came.subject).toBe('You already have an account at Meydan');
    expect(came.text).not.toMatch(/https?:/);
  });

  it('lead to a new password, and tell that there is one', async () => {
    await fixture.member('forgetful@example.org');
    expect((await fixture.post('forgot-password', { email: 'forgetful@example.org' })).status).toBe(202);
    const came = await mail.mailTo('forgetful@example.org', 2);
    expect(linkIn(came).pathname).toBe('/v1/auth/reset-password');
    const reset = await fixture.post('reset-password', { token: tokenIn(came), password: 'a wholly new password' });
    expect(reset.status).toBe(204);
    const told = await mail.mailTo('forgetful@example.org', 3);
    expect([told.subject, told.text?.includes('http')]).toEqual(['Your password at Meydan was changed', false]);
  });

  it('are not sent to whoever has no account', async () => {
    await fixture.post('forgot-password', { email: 'nobody@example.org' });
    await fixture.post('resend-verification', { email: 'nobody@example.org' });
    // What is written after these has come: they would have come before it.
    await register('after@example.org');
    await mail.mailTo('after@example.org');
    expect(mail.mails.filter(({ recipients }) => recipients.includes('nobody@example.org'))).toEqual([]);
  });

  it.each([
    'two@example.org,three@example.org',
    'two@example.org\r\nBcc: three@example.org',
    'Two <two@example.org>',
    '"two@example.org, three"@example.org',
    'two@example.org\u0000',
  ])('go to no address that is more than one address: %j', async (email) => {
    const answer = await register(email);
    expect([answer.status, answer.body.error.code]).toEqual([422, 'validation_failed']);
  });
});
