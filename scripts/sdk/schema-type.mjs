/** A JSON schema of the documents as a TypeScript type, in as many words. */

const named = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };

export function typeOf(schema, indent = '') {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.enum) return unionOf(schema.enum.map((value) => quoted(value)));
  if (schema.anyOf) return unionOf(schema.anyOf.map((each) => typeOf(each, indent)));
  if (Array.isArray(schema.type)) return unionOf(schema.type.map((type) => typeOf({ ...schema, type }, indent)));
  if (schema.type === 'array') return arrayOf(schema.items ?? {}, indent);
  if (schema.type === 'object') return objectType(schema, indent);
  return named[schema.type] ?? 'Json';
}

export const quoted = (value) => (typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value));

const unionOf = (types) => [...new Set(types)].join(' | ');

function arrayOf(items, indent) {
  const isUnion = items.enum?.length > 1 || items.anyOf || Array.isArray(items.type);
  return isUnion ? `(${typeOf(items, indent)})[]` : `${typeOf(items, indent)}[]`;
}

/** Without named fields it is a map, of the schema's values or of any, or it is always empty. */
function objectType({ properties, required = [], patternProperties, additionalProperties }, indent) {
  if (properties && Object.keys(properties).length > 0) return fieldsType(properties, required, indent);
  const [pattern] = Object.values(patternProperties ?? {});
  if (!pattern && additionalProperties === false) return 'Record<string, never>';
  const value = pattern ?? (typeof additionalProperties === 'object' ? additionalProperties : {});
  return `Record<string, ${typeOf(value, indent)}>`;
}

export function fieldsType(properties, required, indent) {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const field = `${inner}${fieldName(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)};`;
    return schema.description ? `${inner}${comment(schema.description)}\n${field}` : field;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

const fieldName = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name));

export const comment = (text) => `/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */`;
