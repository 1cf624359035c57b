/** The first request of the panel. */

import { employmentOf } from '#http/organizations/employment.js';
import { catalogOf, organizationView, productsOf } from '#http/organizations/organization-presenter.js';
import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import { ok, type Route, route } from '#http/routing/route.js';
import type { Account } from '#src/domain/accounts/account.js';
import { noBalances } from '#src/domain/organizations/credit.js';
import { RefusalError } from '#src/errors.js';
import { panelEndpoints as endpoints } from '#src/protocol/panel/panel.js';
import {
  presentBalances,
  presentBilling,
  presentCatalog,
  presentOrganization,
  presentPackage,
  presentProducts,
} from '#src/protocol/present/organization.js';
import { presentPerson } from '#src/protocol/present/person.js';
import type { Reader } from '#src/store/store.js';

export interface PanelRoutesDeps {
  reader: Reader;
  peoplePresenter: PeoplePresenter;
}

type Language = 'tr' | 'en';

export const panelRoutes = ({ reader, peoplePresenter }: PanelRoutesDeps): Route[] => [
  route(endpoints.viewPanel, async ({ caller, query: { lang } }) => {
    const [account, work, catalog, products] = await Promise.all([
      reader.get<Account>('accounts', caller.accountId),
      workOf(reader, caller.accountId, lang),
      catalogOf(reader),
      productsOf(reader),
    ]);
    if (!account) throw new RefusalError('unauthorized');
    return ok({
      account: presentPerson(account, peoplePresenter.ownAvatar(account)),
      ...work,
      catalog: presentCatalog(catalog, lang),
      products: presentProducts(products, lang),
    });
  }),
];

async function workOf(reader: Reader, account: string, lang: Language) {
  const employment = await employmentOf(reader, account);
  if (!employment) return noWork;
  const { organizationId, role } = employment;
  const view = await organizationView(reader, organizationId);
  return {
    organization: presentOrganization(view, role, lang),
    role,
    billing: presentBilling(view.organization, role),
    ...presentPackage(view, lang),
  };
}

const noWork = {
  organization: null,
  role: null,
  billing: null,
  slug_editable: false,
  subscription: null,
  pending_request: null,
  balances: presentBalances(noBalances),
};
