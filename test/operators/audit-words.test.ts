/** Every action that can be a row of the audit log has words on the page, in place of the name of its operation. */

import { isAudited } from '#src/protocol/console/operator-permissions.js';
import { endpoints } from '#src/protocol/endpoints.js';
import { auditEn } from '../../web/console/src/audit/audit-en.js';
import { auditTr } from '../../web/console/src/audit/audit-tr.js';

describe.each([
  ['English', auditEn],
  ['Turkish', auditTr],
])('the page of the audit log in %s', (_, { actions }) => {
  it('has words for each operation that is recorded, and for no other', () => {
    const recorded = endpoints.filter((endpoint) => endpoint.access === 'console' && isAudited(endpoint));
    // Before a login there is no operator, so it writes its row by itself.
    expect(Object.keys(actions).sort()).toEqual([...recorded.map(({ id }) => id), 'loginOperator'].sort());
  });
});
