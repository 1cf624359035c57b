/** What the panel reads of the service, by the service's own names. */
import type { Person, Room } from '#page/wire.js';

export const counters = ['message', 'ai', 'impression', 'verification'] as const;
export type Counter = (typeof counters)[number];
export type Balances = Record<Counter, number>;

export type OrganizationKind = 'individual' | 'company';
export type GivenRole = 'admin' | 'ads' | 'viewer';
export type OrganizationRole = 'owner' | GivenRole;

export interface Billing {
  legal_name: string;
  tax_office: string;
  tax_id: string;
  address: string;
  city: string;
  country: string;
  district: string | null;
  region: string | null;
  postal_code: string | null;
  contact_phone: string | null;
}

interface PackageTerms {
  slug: string;
  name: string;
  price_cents: number;
  net_cents: number;
  vat_cents: number;
  vat_rate: number;
  currency: string;
  quotas: Balances;
  features: string[];
}

export type Product = PackageTerms & { id: string };
export type Subscription = PackageTerms & { product_id: string; started_at: number };
export type PackageRequest = PackageTerms & { product_id: string; requested_at: number };

export interface Organization {
  id: string;
  kind: OrganizationKind;
  display_name: string;
  purpose: string;
  position_id: string | null;
  type_id: string | null;
  team_size: number | null;
  billing: Billing | null;
  slug: string;
  slug_editable: boolean;
  subscription: Subscription | null;
  pending_request: PackageRequest | null;
  balances: Balances;
  suspended: boolean;
  created_at: number;
}

export interface Named {
  id: string;
  name: string;
}

export interface Panel {
  account: Person;
  organization: Organization | null;
  role: OrganizationRole | null;
  billing: Billing | null;
  balances: Balances;
  catalog: { positions: Named[]; organization_types: Named[]; group_types: Named[] };
  products: Product[];
}

export interface UsageEntry {
  id: string;
  counter: Counter;
  /** Positive: given. Negative: spent or taken. */
  quantity: number;
  source: 'grant:package' | 'grant:manual' | 'impression';
  note: string | null;
  created_at: number;
}

export interface TeamMember {
  account_id: string;
  username: string | null;
  role: OrganizationRole;
  joined_at: number;
}

export type Group = Room & { group_type_id: string | null };
