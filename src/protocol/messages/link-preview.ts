import Joi from 'joi';
import {
  LINK_DESCRIPTION_MAX,
  LINK_MAX,
  LINK_PREVIEWS_PER_MINUTE,
  LINK_SITE_NAME_MAX,
  LINK_TITLE_MAX,
} from '#src/domain/limits.js';
import { type LinkPreview, readLink } from '#src/domain/messages/link-preview.js';
import { endpoint } from '../schema/endpoint.js';
import { object, text } from '../schema/kinds.js';

const link = () =>
  text()
    .chars(1, LINK_MAX)
    .custom((value: string, helpers) => (readLink(value) ? value : helpers.error('any.invalid')))
    .messages({ 'any.invalid': '{{#label}} must be an http or https address' })
    .description('An http or https address.')
    .example('https://example.org/haber');

const line = (max: number) => text().chars(1, max).required().allow(null);

const previewShape = object({
  url: Joi.string().required().description('The requested link in normalized form.'),
  title: line(LINK_TITLE_MAX),
  description: line(LINK_DESCRIPTION_MAX),
  image_url: Joi.string()
    .pattern(/^https?:/)
    .required()
    .allow(null)
    .description('The address of the picture as the page gives it. The service has not fetched it.'),
  site_name: line(LINK_SITE_NAME_MAX),
})
  .label('LinkPreview')
  .allow(null);

export const linkPreviewEndpoints = {
  linkPreview: endpoint({
    id: 'linkPreview',
    method: 'get',
    path: '/api/link-preview',
    tag: 'Messages',
    summary: 'View the preview of a linked page',
    description: `Of public pages in HTML of at most 512 KB that answer within 5 seconds, over at most 3 redirects; other pages have no preview. A preview is cached for a day. At most ${LINK_PREVIEWS_PER_MINUTE} a minute for an account.`,
    access: 'username',
    query: object<{ url: string }>({ url: link().required() }),
    answers: {
      200: { description: 'The preview, or null.', shape: object({ preview: previewShape.required() }) },
    },
    refusals: ['rate_limited'],
  }),
};

export function presentLinkPreview({ url, title, description, imageUrl, siteName }: LinkPreview) {
  return { url, title, description, image_url: imageUrl, site_name: siteName };
}
