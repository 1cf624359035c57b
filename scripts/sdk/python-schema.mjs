/** A JSON schema of the documents as a type of Python; objects are declared in the file as they are met. */

const named = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' };
const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

const HEAD = (document) => `"""Written by \`npm run sdk\` from ${document}."""

from __future__ import annotations

from typing import Any, Literal, Optional, Protocol, Union, overload

from typing_extensions import Never, NotRequired, TypeAlias, TypedDict
`;

/** The declarations of one file. `shapes` are declared elsewhere, and imported where they are used. */
export function openFile(document, shapes = []) {
  const declared = new Map();
  const add = (name, text) => {
    if (declared.has(name) && declared.get(name) !== text) throw new Error(`two types are called ${name}`);
    declared.set(name, text);
  };
  const has = (name) => declared.has(name) || shapes.includes(name);
  return { add, has, text: () => textOf(document, [...declared.values()].join('\n\n\n'), shapes) };
}

function textOf(document, body, shapes) {
  const used = shapes.filter((name) => new RegExp(`\\b${name}\\b`).test(body.replace(/"""[^"]*"""|#.*$/gm, ''))).sort();
  const lines = [HEAD(document)];
  if (used.length > 0) lines.push(`from .shapes import (\n${used.map((name) => `    ${name},`).join('\n')}\n)`);
  if (/\bUnset\b/.test(body)) lines.push('from ..unset import Unset');
  return `${unusedOut(lines.join('\n'), body)}\n\n\n${body}\n`;
}

/** The head without the names that the body does not use. */
const unusedOut = (head, body) =>
  head.replace(/^from (typing|typing_extensions) import (.*)$/gm, (_, module, names) => {
    const kept = names.split(', ').filter((name) => new RegExp(`\\b${name}\\b`).test(body));
    return kept.length > 0 ? `from ${module} import ${kept.join(', ')}` : '';
  });

/** Declares the schema under this name, and returns the name. */
export function declaredName(file, name, schema) {
  if (schema.type === 'object' && hasFields(schema)) file.add(name, typedDict(file, name, schema));
  else file.add(name, `${name}: TypeAlias = "${typeIn(file, schema, schema.anyOf ? name : `${name}Item`)}"`);
  return name;
}

const hasFields = ({ properties }) => properties && Object.keys(properties).length > 0;

/** `name`: the name of the type if it needs one. */
export function typeIn(file, schema, name) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.enum) return `Literal[${schema.enum.map(literalOf).join(', ')}]`;
  if (schema.anyOf) return union(schema.anyOf.map((each, at) => typeIn(file, each, variantName(each, name, at))));
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeIn(file, { ...schema, type }, name)));
  if (schema.type === 'array') return `list[${typeIn(file, schema.items ?? {}, `${name}Item`)}]`;
  if (schema.type !== 'object') return named[schema.type] ?? 'Any';
  return hasFields(schema) ? declaredName(file, name, schema) : `dict[str, ${valueType(file, schema, name)}]`;
}

const pythonWords = new Map([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

const literalOf = (value) => pythonWords.get(value) ?? JSON.stringify(value);

/** The variants of a union are told apart by their `type`. */
function variantName({ properties }, name, at) {
  const [tag] = properties?.type?.enum ?? [];
  if (tag) return name + camel(tag);
  return at === 0 ? name : `${name}${at + 1}`;
}

function valueType(file, { patternProperties, additionalProperties }, name) {
  const [pattern] = Object.values(patternProperties ?? {});
  if (!pattern && additionalProperties === false) return 'Never';
  return typeIn(
    file,
    pattern ?? (typeof additionalProperties === 'object' ? additionalProperties : {}),
    `${name}Value`,
  );
}

function union(types) {
  const kinds = [...new Set(types)];
  const others = kinds.filter((kind) => kind !== 'None');
  const inner = others.length === 1 ? others[0] : `Union[${others.join(', ')}]`;
  return others.length === kinds.length ? inner : `Optional[${inner}]`;
}

function typedDict(file, name, { description, properties, required = [] }) {
  const fields = Object.entries(properties).map(([field, schema]) => ({
    field,
    about: schema.description,
    type: wrapped(typeIn(file, schema, name + camel(field)), required.includes(field)),
  }));
  if (fields.some(({ field }) => !/^[A-Za-z_]\w*$/.test(field) || KEYWORDS.has(field))) return functional(name, fields);
  const lines = fields.flatMap(({ field, about, type }) => [
    ...(about ? [`    # ${oneLine(about)}`] : []),
    `    ${field}: ${type}`,
  ]);
  const doc = description ? `    """${oneLine(description)}"""\n\n` : '';
  return `class ${name}(TypedDict):\n${doc}${lines.join('\n')}`;
}

/** For names of fields that no attribute can have. */
const functional = (name, fields) =>
  `${name} = TypedDict("${name}", {${fields.map(({ field, type }) => `"${field}": ${JSON.stringify(type)}`).join(', ')}})`;

const wrapped = (type, isRequired) => (isRequired ? type : `NotRequired[${type}]`);
const camel = (text) =>
  text
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean)
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('');
const oneLine = (text) => text.replaceAll(/\s+/g, ' ').replaceAll('"""', "'''").replaceAll('\\', '/').trim();
