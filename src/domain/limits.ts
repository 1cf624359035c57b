/**
 * Bounds of values that people type, in one place for the edge, the documents and the tests. Lengths count characters.
 */
export const ROOM_NAME_MAX = 80;
/** In ms since epoch, the end of the year 9999: later times have another form, and some programs have none for them. */
export const INSTANT_MAX_MS = 253_402_300_799_999;
export const SLUG_MIN = 3;
export const SLUG_MAX = 48;
export const VANITY_HANDLE_MAX = 32;
/** A derived slug with its suffix is still shorter than `SLUG_MAX`. */
export const DERIVED_SLUG_MAX = 40;
export const WELCOME_MESSAGE_MAX = 500;
export const MESSAGE_TTL_HOURS_MAX = 8_760;
export const SLOW_MODE_S_MAX = 21_600;
export const MEMBER_TAG_MAX = 32;
export const BAN_REASON_MAX = 500;
export const MUTE_MINUTES_DEFAULT = 60;
export const MUTE_MINUTES_MAX = 525_600;
export const INVITE_HOURS_MAX = 720;
export const INVITE_USES_MAX = 1_000;
export const CLIENT_ID_MAX = 64;
export const LAST_MESSAGE_CHARS = 120;
export const PAGE_DEFAULT = 50;
export const PAGE_MAX = 200;
export const EVENTS_MAX = 200;
/** Of one page. */
export const MEMBERS_MAX = 5_000;
export const SEARCH_TEXT_MAX = 200;
export const ROOMS_FOUND_DEFAULT = 20;
export const ROOMS_FOUND_MAX = 50;
/** For one account. */
export const SEARCHES_PER_MINUTE = 60;
/** Pages of the own replies and discussions, for one account. */
export const INBOX_PAGES_PER_MINUTE = 60;
export const INBOX_DEFAULT = 30;
export const INBOX_MAX = 50;
/** A search of messages answers after this time with what it has found until then. */
export const SEARCH_DEADLINE_MS = 3_000;
export const REPORT_REASON_MAX = 100;
export const REPORT_TEXT_MAX = 2_000;
/** For one account. */
export const REPORTS_PER_HOUR = 30;

/** Of a link in a preview request, and of the addresses in a preview. */
export const LINK_MAX = 2_048;
export const LINK_TITLE_MAX = 200;
export const LINK_DESCRIPTION_MAX = 500;
export const LINK_SITE_NAME_MAX = 100;
/** For one account, including previews from memory. */
export const LINK_PREVIEWS_PER_MINUTE = 60;

/** Bytes of a REST body after decompression. The larger bound is for articles, sponsored items and lists of events. */
export const REST_BODY_BYTES_MAX = 65_536;
export const LARGE_REST_BODY_BYTES_MAX = 262_144;
/** Bytes of one socket frame. */
export const FRAME_BYTES_MAX = 262_144;
/** Members of objects and elements of lists, in total. The largest article has 16,000, other bodies a few hundred. */
export const JSON_VALUES_MAX = 4_000;
export const LARGE_JSON_VALUES_MAX = 20_000;
/** Nesting of a JSON body. The service's own bodies need four levels. */
export const JSON_DEPTH_MAX = 32;

/** Input of all sockets of an account in a second; the rest is read later (ADR 0063). */
export const SOCKET_FRAMES_PER_SECOND = 500;
export const SOCKET_BYTES_PER_SECOND = 1_048_576;

/** Fixed windows (specification, Limits). */
export const AUTH_REQUESTS_PER_MINUTE = 20;
export const MESSAGES_PER_WINDOW = 20;
export const MESSAGES_WINDOW_MS = 10_000;
/** For one account, room and command. */
export const SLASH_COMMANDS_PER_MINUTE = 5;
