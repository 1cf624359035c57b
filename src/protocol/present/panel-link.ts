import type { PanelLink } from '#src/domain/organizations/panel-link.js';

export const presentPanelLink = ({ _id, label, linkedAt, lastUsedAt }: PanelLink) => ({
  id: _id,
  label,
  linked_at: linkedAt,
  last_used_at: lastUsedAt,
});
