import { useState } from 'preact/hooks';
import { Icon } from '#page/ui/icon.js';
import { notify, notifyError } from '../state/notice.js';
import { locale } from '../text/text.js';
import { useAuditText } from './audit-text.js';
import { type AuditFilter, type AuditFormat, exportAudit } from './load-audit.js';

/** The browser reads the bytes after the click. */
const KEPT_MS = 60_000;
/** Spreadsheets take a file without it for an older encoding. */
const BYTE_ORDER_MARK = '\ufeff';

const count = (rows: number): string => rows.toLocaleString(locale());

/** Downloads the rows of the filter, as JSON lines or as a table. */
export function ExportButtons({ filter }: { filter: AuditFilter }) {
  const text = useAuditText();
  const [rows, setRows] = useState<number | null>(null);
  const run = async (format: AuditFormat) => {
    setRows(0);
    try {
      const { parts, rows: all } = await exportAudit(filter, format, setRows);
      if (all <= 0) return notify(text.nothingToExport);
      const blob = new Blob(format === 'csv' ? [BYTE_ORDER_MARK, ...parts] : parts, { type: types[format] });
      download(blob, `${nameOf(filter)}.${format}`);
      notify(text.exported(count(all)));
    } catch (error) {
      notifyError(error);
    } finally {
      setRows(null);
    }
  };
  return (
    <>
      <button
        type="button"
        class="button button-quiet"
        title={text.exportCsvHint}
        data-testid="audit-export-csv"
        disabled={rows !== null}
        onClick={() => void run('csv')}
      >
        {text.exportCsv}
      </button>
      <button
        type="button"
        class="button icon-text"
        title={text.exportHint}
        data-testid="audit-export"
        disabled={rows !== null}
        onClick={() => void run('jsonl')}
      >
        <Icon name="download" size={18} />
        {rows === null ? text.exportAll : text.exporting(count(rows))}
      </button>
    </>
  );
}

const types = { jsonl: 'application/x-ndjson', csv: 'text/csv' };

/** With the days that it covers, or else the day of the export. */
function nameOf({ fromDay, toDay }: AuditFilter): string {
  const today = new Date().toISOString().slice(0, 10);
  const days = [fromDay, toDay].filter(Boolean).join('-to-');
  return `meydan-audit-${days || today}`;
}

function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
