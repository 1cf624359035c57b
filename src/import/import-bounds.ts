/** Bounds of an import. Beyond one of them the export is refused, with the place and the number. */
const MIB = 1_048_576;

export const FILES_MAX = 500_000;
export const FOLDER_DEPTH_MAX = 32;
/** Of an entry of an archive, in proportion to its compressed size; smaller entries than this may be anything. */
export const ARCHIVE_RATIO_MAX = 200;
export const ARCHIVE_RATIO_FROM_BYTES = 10 * MIB;
export const ARCHIVE_INDEX_BYTES_MAX = 256 * MIB;
/** Of one value that is read as a whole: a message, a list of people, a day of Slack, a line with all its replies. */
export const VALUE_BYTES_MAX = 16 * MIB;
export const JSON_NESTING_MAX = 64;
export const ROOMS_MAX = 10_000;
export const PEOPLE_MAX = 200_000;
/** Members of one room who are mapped to accounts. */
export const MAPPED_MEMBERS_MAX = 1_000;
export const ID_CHARS_MAX = 200;
/** Of one message, which takes a row for each 15 KB and for each file. */
export const TEXT_CHARS_MAX = MIB;
export const MESSAGE_FILES_MAX = 100;
/** What the sorter holds in memory before it writes a sorted run, and how many runs it may write. */
export const RUN_BYTES_MAX = 16 * MIB;
export const RUNS_MAX = 2_000;
/** Messages on their way to the room; its mailbox holds 512 commands and 1 MiB. */
export const WINDOW_MAX = 100;
export const WINDOW_BYTES_MAX = 512 * 1_024;
/** Lines of the report that are kept; further ones are counted. */
export const REPORT_LINES_MAX = 10_000;
