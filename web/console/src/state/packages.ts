/** Organizations as operators see them. */
import { service } from '../net.js';

export const counters = ['message', 'ai', 'impression', 'verification'] as const;
export type Counter = (typeof counters)[number];
export type Balances = Record<Counter, number>;

export interface PackageTerms {
  name: string;
  price_cents: number;
  currency: string;
  quotas: Balances;
}

export interface Organization {
  id: string;
  display_name: string;
  slug: string;
  purpose: string;
  billing: { legal_name: string; tax_office: string; tax_id: string; city: string; country: string } | null;
  subscription: PackageTerms | null;
  pending_request: (PackageTerms & { requested_at: number }) | null;
  balances: Balances;
  suspended: boolean;
}

export async function loadRequests() {
  const { requests } = await service<{ requests: { organization: Organization }[] }>('GET', '/package-requests');
  return { rows: requests.map(({ organization }) => organization), total: requests.length };
}

export const waitingRequests = async (): Promise<number> => (await loadRequests()).total;

const pathOf = (id: string, what: string): string => `/organizations/${encodeURIComponent(id)}/${what}`;

export const decideRequest = (id: string, decision: 'approve' | 'reject') =>
  service<{ organization: Organization }>('POST', pathOf(id, 'package-request'), { decision });

export const grant = (id: string, counter: Counter, quantity: number, note: string) =>
  service<{ balances: Balances }>('POST', pathOf(id, 'grants'), { counter, quantity, note: note || null });

export const setSuspended = (id: string, suspended: boolean) =>
  service<{ organization: Organization }>('PUT', pathOf(id, 'suspended'), { suspended });
