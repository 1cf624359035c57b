/** Texts of refusals that many forms show. */
export const refusalsEn = {
  fieldProblems: {
    bio: 'About you: at most 200 characters.',
    dm_star_cost: 'A paid direct chat costs 1 to 100,000 stars.',
    welcome_message: 'The welcome message has at most 500 characters.',
    message_ttl_hours: 'Messages stay between 1 hour and 1 year.',
    slow_mode_s: 'Slow mode is at most 6 hours.',
  } as Record<string, string>,
  errors: {
    invalid_request: 'The request is invalid. Check what you entered.',
    unauthorized: 'You are no longer logged in.',
    token_expired: 'Your session has expired. Reload the page.',
    invalid_refresh_token: 'Your session has ended. Log in again.',
    session_revoked: 'This device was logged out. Log in again.',
    username_required: 'Choose a username first.',
    forbidden: 'You do not have access to this.',
    not_available_in_organization: 'Articles of an organization’s groups stay there.',
    sozluk_author_banned: 'You cannot publish at the moment.',
    sozluk_already_shared: 'You have already shared this article.',
    sozluk_tag_required: 'The article has no topic.',
    sozluk_topic_not_found: 'The topic does not exist.',
    sozluk_unavailable: 'Discover is unavailable. Try again in a moment.',
    not_an_article: 'Only articles can be shared.',
    idempotency_conflict: 'This request conflicts with an earlier one.',
    payload_too_large: 'The content is too large.',
    validation_failed: 'Some fields are invalid.',
  } as Record<string, string>,
};

export type RefusalTexts = typeof refusalsEn;
