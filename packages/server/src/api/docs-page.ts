/** The documentation of REST v1 at /docs: one page, written from the OpenAPI document, without a script. */
import { API_BASE, problemType } from '@parley/contract/api/index.ts';
import { openApiOfRest } from '@parley/contract/api/openapi.ts';
import { campaignFileSchema } from '@parley/contract/campaign-file/index.ts';
import type { FastifyInstance } from 'fastify';
import { DOCS_STYLE } from './docs-style.ts';

const POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function serveApiDocs(app: FastifyInstance): void {
  const document = openApiOfRest() as Document;
  const text = JSON.stringify(document, null, 2);
  const page = pageOf(document);
  app.get(`${API_BASE}/openapi.json`, (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text),
  );
  const fileSchema = JSON.stringify(campaignFileSchema(), null, 2);
  app.get('/docs/campaign-file.schema.json', (_request, reply) =>
    reply.type('application/schema+json').header('cache-control', 'no-cache').send(fileSchema),
  );
  app.get('/docs/style.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(DOCS_STYLE),
  );
  app.get('/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', POLICY)
      .send(page),
  );
}

type Schema = { [key: string]: unknown; $ref?: string; description?: string; required?: string[] };
type Content = Record<string, { schema: Schema; example?: unknown }>;
type Parameter = Schema & { name: string; in: string; schema: Schema };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, { description?: string; content?: Content; $ref?: string }>;
};
type Document = {
  info: { title: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, { description: string }>;
  };
};

const escaped = (text: unknown) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** Text with words between backticks, in paragraphs. */
const prose = (text: string) =>
  text
    .split('\n\n')
    .map((part) => `<p>${escaped(part).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('');
const inline = (text: string) => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

function pageOf(document: Document): string {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = document.tags.map((tag) => ({
    ...tag,
    operations: all.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const links = groups.map(
    ({ name, operations }) =>
      `<li><a href="#${name}">${escaped(name)}</a><ul>${operations
        .map(
          ({ operation }) => `<li><a href="#${operation.operationId}">${escaped(operation.summary)}</a></li>`,
        )
        .join('')}</ul></li>`,
  );
  const sections = groups.map(
    ({ name, description, operations }) =>
      `<section id="${name}"><h2>${escaped(name)}</h2>${prose(description)}${operations
        .map(({ path, method, operation }) => articleOf(document, path, method, operation))
        .join('')}</section>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(document.info.title)}</title>
<link rel="stylesheet" href="/docs/style.css"></head><body>
<nav aria-label="Contents"><p class="brand">Parley API</p><ul><li><a href="#start">Start</a></li>${links.join('')}
<li><a href="#events">Events</a></li>
<li><a href="#problems">Problems</a></li></ul></nav>
<main><h1 id="start">${escaped(document.info.title)}</h1>${prose(document.info.description)}
<pre tabindex="0"><code>curl ${API_BASE}/contacts -H "Authorization: Bearer pk_live_…"</code></pre>
<p><a href="${API_BASE}/openapi.json">OpenAPI 3.1 document</a> · <a href="/docs/session/">Calls of the screens</a></p>
${sections.join('')}${eventsOf(document)}${problemsOf(document)}</main></body></html>`;
}

/** What webhooks bring: a table for each kind of event. */
function eventsOf(document: Document): string {
  const articles = Object.entries(document.webhooks).map(([kind, { post }]) => {
    const schema = post.requestBody?.content['application/json']?.schema ?? {};
    return `<article id="${post.operationId}"><h3>${escaped(post.summary)}</h3><p class="call"><code>${kind}</code></p>${fieldsOf(document, schema)}</article>`;
  });
  return `<section id="events"><h2>Events</h2><p>What webhooks bring, signed as Standard Webhooks says.</p>${articles.join('')}</section>`;
}

function problemsOf({ components }: Document): string {
  const rows = Object.entries(components.responses).map(([name, { description }]) => {
    const status = Number(name.replace('Problem', ''));
    const id = problemType(status).split('#')[1];
    return `<tr id="${id}"><th scope="row">${status}</th><td>${inline(description)}</td></tr>`;
  });
  return `<section id="problems"><h2>Problems</h2><p>Every failure is <code>application/problem+json</code>; <code>errors</code> says which fields are wrong.</p><table><tbody>${rows.join('')}</tbody></table></section>`;
}

function articleOf(document: Document, path: string, method: string, operation: Operation): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const known = parameters.map((each) =>
    '$ref' in each && each.$ref ? partOf(document, each.$ref, 'parameters') : (each as Parameter),
  );
  const body = requestBody?.content['application/json'];
  const [status = '', answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const answered = answer?.content?.['application/json'];
  const problems = Object.keys(responses).filter((code) => !code.startsWith('2'));
  return `<article id="${operationId}"><h3>${escaped(summary)}</h3>
<p class="call"><span class="method ${method}">${method.toUpperCase()}</span> <code>${API_BASE}${escaped(path)}</code></p>
${prose(description)}
${
  known.length > 0
    ? `<h4>Parameters</h4>${tableOf(
        document,
        known.map((each) => [
          each.name,
          { ...each.schema, description: each.description ?? '' },
          each.in === 'path',
        ]),
      )}`
    : ''
}
${body ? `<h4>Body</h4>${fieldsOf(document, body.schema)}${exampleOf('Example of a body', body.example)}` : ''}
<h4>Answer ${status}</h4>${answered ? fieldsOf(document, answered.schema) + exampleOf('Example of an answer', answered.example) : '<p>Nothing.</p>'}
<p class="problems">Problems: ${problems.map((code) => `<a href="#problem-${code}">${code}</a>`).join(', ')}</p></article>`;
}

const exampleOf = (label: string, example: unknown) =>
  example === undefined
    ? ''
    : `<pre tabindex="0" aria-label="${label}"><code>${escaped(JSON.stringify(example, null, 2))}</code></pre>`;

function partOf<K extends 'schemas' | 'parameters'>(
  { components }: Document,
  ref: string,
  kind: K,
): Document['components'][K][string] {
  return components[kind][ref.slice(`#/components/${kind}/`.length)] as Document['components'][K][string];
}

/** The fields of an object, those of its rows and parts named by their path. */
function fieldsOf(document: Document, schema: Schema): string {
  return tableOf(document, flat(document, schema, ''));
}

type Field = [name: string, schema: Schema, required: boolean];

function flat(document: Document, given: Schema, prefix: string): Field[] {
  const schema = given.$ref ? partOf(document, given.$ref, 'schemas') : given;
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  return properties.flatMap(([name, field]): Field[] => {
    const own = `${prefix}${name}`;
    const row: Field = [own, field, schema.required?.includes(name) ?? false];
    const items = field.items as Schema | undefined;
    if (items) return [row, ...flat(document, items, `${own}[].`)];
    return [row, ...flat(document, field, `${own}.`)];
  });
}

function tableOf(document: Document, fields: readonly Field[]): string {
  const rows = fields.map(
    ([name, schema, required]) =>
      `<tr><th scope="row"><code>${escaped(name)}</code>${required ? ' <span class="required">required</span>' : ''}</th><td>${escaped(typeOf(document, schema))}</td><td>${inline(schema.description ?? '')}</td></tr>`,
  );
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

function typeOf(document: Document, given: Schema): string {
  const schema = given.$ref ? partOf(document, given.$ref, 'schemas') : given;
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ');
  const items = schema.items as Schema | undefined;
  if (items) return `list of ${typeOf(document, items)}`;
  if (Array.isArray(schema.anyOf))
    return (schema.anyOf as Schema[]).map((each) => typeOf(document, each)).join(' or ');
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any');
  const id = /^\^([a-z]{3}_)\[/.exec(String(schema.pattern ?? ''))?.[1];
  if (id) return `id ${id}…`;
  return typeof schema.format === 'string' ? schema.format : type;
}
