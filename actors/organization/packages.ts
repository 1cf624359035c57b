/** The package of an organization and its request for another. A free one opens at once, the rest with an operator. */
import { commandRead } from '#actors/runtime/command-read.js';
import { refuse, reply } from '#actors/runtime/decision.js';
import { trackWrite } from '#actors/runtime/in-flight-writes.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import { earlierOf, isDecidedSince } from '#src/domain/operators/decided.js';
import { type BalancesDoc, movementsTo } from '#src/domain/organizations/credit.js';
import type { Organization } from '#src/domain/organizations/organization.js';
import { type AgreedProduct, agreedOf, type Product, type ProductList } from '#src/domain/organizations/product.js';
import { uuidOf } from '#src/domain/text/hash.js';
import type { Reader, Write } from '#src/store/store.js';
import { BALANCES, balancesOf, creditMovement, ranOut } from './credits.js';
import { asManager, asOperator, type CommandOf, type Handlers } from './handler.js';
import { change, type OrganizationState } from './organization-state.js';

type RequestPackage = CommandOf<'request_package'>;
type SettleRequest = CommandOf<'settle_request'>;

interface PackageRead {
  product: Product | null;
  balances: BalancesDoc;
}

const packageRead = commandRead(
  async (reader, command: RequestPackage | SettleRequest, state: OrganizationState): Promise<PackageRead> => {
    const [product, balances] = await Promise.all([
      command.type === 'request_package' ? productWith(reader, command.product) : null,
      balancesOf(reader, state.id),
    ]);
    return { product, balances };
  },
  BALANCES,
);

async function productWith(reader: Reader, id: string): Promise<Product | null> {
  const list = await reader.get<ProductList>('catalog', 'products');
  return list?.items.find((product) => product.id === id) ?? null;
}

const requestPackage = asManager<RequestPackage>((state, organization, command, turn): Turned => {
  const { product, balances } = packageRead.of(state, command);
  if (!product?.onSale) return refuse('not_found');
  const agreed = agreedOf(product);
  if (product.priceCents === 0)
    return opened(state, organization, { agreed, balances, requestId: command.requestId }, turn);
  const pending = { ...agreed, requestedAt: turn.now };
  const unit = change(state, organization, { pending, pendingAt: turn.now }, []);
  return { kind: 'commit', unit, reply: state.organization, outputs: [] };
});

const withdrawRequest = asManager<CommandOf<'withdraw_request'>>((state, organization): Turned => {
  if (!organization.pending) return refuse('not_found');
  const unit = change(state, organization, noRequest, []);
  return { kind: 'commit', unit, reply: null, outputs: [] };
});

const settleRequest = asOperator<SettleRequest>((state, organization, command, turn): Turned => {
  const { balances } = packageRead.of(state, command);
  const { pending, settled } = organization;
  const { requestId, decision } = command;
  if (settled?.id === requestId)
    return settled.decision === decision ? reply(organization) : refuse('idempotency_conflict');
  if (isDecidedSince(settled, requestId)) return refuse('idempotency_conflict');
  if (!pending) return refuse('invalid_state');
  const { requestedAt: _, ...agreed } = pending;
  const done = { settled: { id: requestId, decision, ...earlierOf(settled) } };
  if (decision === 'approve') return opened(state, organization, { agreed, balances, requestId, done }, turn);
  const unit = change(state, organization, { ...noRequest, ...done }, []);
  return { kind: 'commit', unit, reply: state.organization, outputs: [] };
});

const noRequest = { pending: null, pendingAt: null };

interface Opening {
  agreed: AgreedProduct;
  balances: BalancesDoc;
  requestId: string;
  /** Further changes of the same transaction. */
  done?: Partial<Organization>;
}

/** The earlier package ends, and the counters are set to the amounts of the new one, regardless of the rest. */
function opened(state: OrganizationState, organization: Organization, opening: Opening, turn: Turn): Turned {
  const subscription = { ...opening.agreed, startedAt: turn.now };
  const fields = { subscription, ...noRequest, ...opening.done };
  const unit = change(state, organization, fields, credited(organization, opening, turn));
  trackWrite(state, BALANCES, unit);
  const { agreed, balances } = opening;
  const outputs = movementsTo(agreed.quotas, balances).flatMap((movement) => ranOut(balances, movement));
  return { kind: 'commit', unit, reply: state.organization, outputs };
}

/** Credits that are spent meanwhile are spent of the new package. */
const credited = ({ _id }: Organization, { agreed, balances, requestId }: Opening, { now }: Turn): Write[] =>
  movementsTo(agreed.quotas, balances).flatMap(({ counter, quantity }) =>
    creditMovement({
      _id: uuidOf(`${requestId} ${counter}`),
      organization: _id,
      counter,
      quantity,
      source: 'grant:package',
      note: agreed.slug,
      at: now,
    }),
  );

export const packageHandlers: Handlers<'request_package' | 'withdraw_request' | 'settle_request'> = {
  request_package: { needs: packageRead.load, handle: requestPackage },
  withdraw_request: { handle: withdrawRequest },
  settle_request: { needs: packageRead.load, handle: settleRequest },
};

export const suspensionHandlers: Handlers<'set_suspended'> = {
  set_suspended: {
    handle: asOperator<CommandOf<'set_suspended'>>((state, organization, { suspended }): Turned => {
      if (organization.suspended === suspended) return reply(organization);
      const unit = change(state, organization, { suspended }, []);
      return { kind: 'commit', unit, reply: state.organization, outputs: [] };
    }),
  },
};
