import { defineTexts } from '#page/app/text/define-texts.js';
import type { AuditEntry } from '../api-types.js';
import { type AuditTexts, auditEn } from './audit-en.js';
import { auditTr } from './audit-tr.js';

export const { texts: auditTexts, useTexts: useAuditText } = defineTexts({ en: auditEn, tr: auditTr });

export const actionName = ({ actions }: AuditTexts, { action }: AuditEntry): string => actions[action] ?? action;

export const outcomeName = ({ outcomes }: AuditTexts, { outcome }: AuditEntry): string =>
  outcome === null ? outcomes.begun : outcome === 'done' ? outcomes.done : outcome;
