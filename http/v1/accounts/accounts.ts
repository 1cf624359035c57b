/** Registering, verifying an address, new passwords. Answers are the same for every address; the mails differ. */
import type { Context } from 'koa';
import { clientNetwork } from '#http/middleware/client-network.js';
import { noContent, ok, type Reply } from '#http/routing/route.js';
import { KeyedMutex } from '#src/concurrency/keyed-mutex.js';
import type { V1Account, V1Token } from '#src/domain/v1/v1-account.js';
import { isContextual } from '#src/domain/v1/v1-password.js';
import { RefusalError } from '#src/errors.js';
import { HOUR_MS, MAILS_PER_HOUR, v1AccountEndpoints } from '#src/protocol/v1/account-endpoints.js';
import { withMinimumDuration } from '../routing/constant-time.js';
import { languageOf } from '../routing/language.js';
import { consumeLimit } from '../routing/rate-limit.js';
import { type V1Route, v1Route } from '../routing/v1-route.js';
import type { V1Deps } from '../v1-deps.js';

const registered = 'A mail is on its way to this address. Open the link in it to go on.';
const resent = 'If there is an unverified account with this address, a new link has been sent to it.';
const forgotten = 'If there is an account with this address, a link to a new password has been sent to it.';
const verified = 'The address is verified. You can log in now.';

/** Registrations of one address that may wait; the next one is refused. */
const WAITING_MAX = 200;

export function v1AccountRoutes(deps: V1Deps): V1Route[] {
  const mutex = new KeyedMutex({ waitingMax: WAITING_MAX });
  return [
    v1Route(v1AccountEndpoints.register, ({ ctx, body }) =>
      withMinimumDuration(() => register(deps, mutex, ctx, body)),
    ),
    v1Route(v1AccountEndpoints.verifyEmail, ({ body }) => verify(deps, body.token)),
    v1Route(v1AccountEndpoints.resendVerification, async ({ ctx, body }) => {
      await withMinimumDuration(() => askForMail(deps, ctx, 'resend_verification', body.email));
      return ok({ message: resent });
    }),
    v1Route(v1AccountEndpoints.forgotPassword, async ({ ctx, body }) => {
      await withMinimumDuration(() => askForMail(deps, ctx, 'forget_password', body.email));
      return { status: 202, body: { message: forgotten } };
    }),
    v1Route(v1AccountEndpoints.resetPassword, ({ ctx, body }) => resetPassword(deps, ctx, body)),
  ];
}

interface Credentials {
  email: string;
  password: string;
}

async function register(
  deps: V1Deps,
  mutex: KeyedMutex,
  ctx: Context,
  { email, password }: Credentials,
): Promise<Reply> {
  const { addresses, fingerprints, passwords, env, ports } = deps;
  needMail(deps);
  refuseWeak(deps, password, email);
  const address = fingerprints.ofAddress(email);
  // Both are done whether or not the address is new: it must not show in the time it takes.
  const passwordHash = await passwords.hash(password);
  // The second of two at once, as by a double click, is compared with the first.
  await mutex.run([address], async () => {
    const sameAs = await earlierHashOf(deps, address, password);
    const account = { accountId: env.uuid(), passwordHash, sameAs };
    await addresses.ask(address, { type: 'register', ...account, ...mailingOf(deps, ctx, email) });
  });
  ports.mails.wake();
  return { status: 202, body: { message: registered } };
}

/** Of an unverified registration with the same password: the same person, who has waited for the mail. */
async function earlierHashOf({ reader, passwords }: V1Deps, address: string, password: string): Promise<string | null> {
  const account = await reader.get<V1Account>('v1Accounts', address);
  const earlier = account?.verifiedAt === null ? account.passwordHash : null;
  return (await passwords.matches(password, earlier)) ? earlier : null;
}

type AskedMail = 'resend_verification' | 'forget_password';

async function askForMail(deps: V1Deps, ctx: Context, type: AskedMail, email: string): Promise<void> {
  const { addresses, fingerprints, limits, ports } = deps;
  const address = fingerprints.ofAddress(email);
  ctx.state.subject = address;
  await consumeLimit(ctx, limits, { scope: `v1-${type}`, limit: MAILS_PER_HOUR, windowMs: HOUR_MS }, address);
  needMail(deps);
  await addresses.ask(address, { type, ...mailingOf(deps, ctx, email) });
  ports.mails.wake();
}

const mailingOf = ({ env, fingerprints }: V1Deps, ctx: Context, email: string) => ({
  link: env.uuid(),
  mail: env.uuid(),
  email,
  language: languageOf(ctx),
  from: fingerprints.ofNetwork(clientNetwork(ctx.ip)),
});

function needMail({ ports }: V1Deps): void {
  if (!ports.mails.canSend) throw new RefusalError('mail_not_configured');
}

function refuseWeak({ isCommon, config }: V1Deps, password: string, email: string): void {
  const problem = isCommon(password)
    ? 'is one of the most common passwords'
    : isContextual(password, email, config.brand) && 'is made of the e-mail address or the name of the service';
  if (problem) throw new RefusalError('validation_failed', { fields: { password: [problem] } });
}

async function verify(deps: V1Deps, token: string): Promise<Reply> {
  const link = await linkOf(deps, 'verify', token);
  if (!link) throw new RefusalError('invalid_verification_token');
  await deps.addresses.ask(link.address, { type: 'verify', link: link._id });
  return ok({ message: verified });
}

async function resetPassword(deps: V1Deps, ctx: Context, body: { token: string; password: string }): Promise<Reply> {
  const { addresses, reader, passwords, locks, env, ports } = deps;
  const link = await linkOf(deps, 'reset', body.token);
  const account = link && (await reader.get<V1Account>('v1Accounts', link.address));
  refuseWeak(deps, body.password, account?.email ?? '');
  if (!link) throw new RefusalError('invalid_reset_token');
  ctx.state.subject = link.address;
  const passwordHash = await passwords.hash(body.password);
  const mailOptions = { mail: env.uuid(), language: languageOf(ctx) };
  await addresses.ask(link.address, { type: 'reset_password', link: link._id, passwordHash, ...mailOptions });
  // The new password is in effect: failed attempts at the old one no longer lock the owner out.
  await locks.clear('v1-failures', link.address);
  ports.mails.wake();
  return noContent();
}

/** The address that a token names. The actor of the address decides whether the token is still valid. */
async function linkOf({ tokens, reader }: V1Deps, kind: 'verify' | 'reset', token: string): Promise<V1Token | null> {
  const id = tokens.links.read(kind, token);
  return id === null ? null : reader.get<V1Token>('v1Tokens', id);
}
