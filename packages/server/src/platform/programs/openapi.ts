import { readFile } from 'node:fs/promises';
import type { Endpoint } from '@assay/contract/endpoints/endpoint.ts';
import { customerPrefix } from '@assay/contract/endpoints/registry.ts';
import { type Code, codeStatuses } from '@assay/contract/vocabulary/code-statuses.ts';
import { codes } from '@assay/contract/vocabulary/codes.ts';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { z } from 'zod';
import { type Http, languageOf } from '../http.ts';
import { networkOf } from '../networks.ts';
import { tooMany } from '../refusal.ts';
import { sendRefusal } from '../reply.ts';

const authWords = {
  public: 'Anyone.',
  user: 'Signed in.',
  account: 'Signed in; `virtually` chooses the demo (NO) or real (YES) account.',
  real: 'Signed in, real account only (`virtually: YES`).',
} as const;

const keyWords = {
  never: '',
  read: ' Open to API keys.',
  trade: ' Open to API keys that trade.',
} as const;

/** How programs sign, order and listen, for people to read. A story runs its examples. */
const programs = await readFile(new URL('programs.md', import.meta.url), 'utf8');

function schemaOf(type: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return schema;
}

function successOf(endpoint: Endpoint): Record<string, object> {
  if (endpoint.files.length > 0) {
    return Object.fromEntries(endpoint.files.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
  }
  const properties = { code: { const: '200' }, result: schemaOf(endpoint.result, 'output') };
  return { 'application/json': { schema: { type: 'object', properties } } };
}

/** The three headers of a signed call. */
const signedByKey = { apiKey: [], apiTime: [], apiSignature: [] };

/** A file of a multipart call. */
const picture = { type: 'string', format: 'binary', description: 'JPG, JPEG 2000 or PNG' };

function operationOf(endpoint: Endpoint) {
  const inPath = new Set([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const input = schemaOf(endpoint.input, 'input') as { properties?: Record<string, object>; required?: string[] };
  const properties = Object.entries(input.properties ?? {});
  const required = new Set(input.required);
  const header = (name: string, description: string, needed: boolean) => ({
    name,
    in: 'header',
    required: needed,
    description,
    schema: { type: 'string' },
  });
  const parameters: object[] = properties
    .filter(([name]) => endpoint.method === 'GET' || inPath.has(name))
    .map(([name, schema]) => {
      return { name, in: inPath.has(name) ? 'path' : 'query', required: inPath.has(name) || required.has(name), schema };
    });
  if (endpoint.auth === 'account' || endpoint.auth === 'real')
    parameters.push(header('virtually', 'NO = demo account, YES = real account', true));
  if (endpoint.moves) {
    parameters.push(header('Idempotency-Key', 'A UUID of yours; the same key and body get the first answer again', false));
    parameters.push(header('Deadline', 'Server time in ms: what arrives later is never executed (11152)', false));
  }
  const bodyFields = properties.filter(([name]) => !inPath.has(name));
  const pictures = Object.entries(endpoint.images);
  const needed = pictures.flatMap(([name, rule]) => (rule === 'required' ? [name] : []));
  const body = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries([...bodyFields, ...pictures.map(([name]) => [name, picture] as const)]),
    required: [...bodyFields.map(([name]) => name).filter((name) => required.has(name)), ...needed],
  };
  return {
    tags: [endpoint.path.split('/')[1] ?? ''],
    summary: endpoint.summary,
    description: authWords[endpoint.auth] + keyWords[endpoint.keys],
    security: endpoint.auth === 'public' ? [] : [{ session: [] }, ...(endpoint.keys === 'never' ? [] : [signedByKey])],
    parameters,
    ...(endpoint.method === 'POST' && {
      requestBody: {
        content: { [endpoint.body === 'multipart' ? 'multipart/form-data' : 'application/json']: { schema: body } },
      },
    }),
    responses: {
      200: {
        description: 'Success',
        content: successOf(endpoint),
      },
      default: {
        description: 'Refusal',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  };
}

function pathsOf(endpoints: readonly Endpoint[]): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    (paths[customerPrefix + endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint);
  }
  return paths;
}

/** The OpenAPI document of the customer's wire, made from the registry that the server itself is made from. */
function openApiDocument(endpoints: readonly Endpoint[]) {
  let paths: ReturnType<typeof pathsOf> | undefined;
  const words = Object.entries(codeStatuses).map(([code, http]) => `| ${code} | ${http} | ${codes[code as Code]} |`);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: '1',
      description: `${programs}\n# Codes\n\n| code | HTTP | meaning |\n| --- | --- | --- |\n${words.join('\n')}`,
    },
    /** Made on the first request: that takes half a second, which a start should not spend. */
    get paths() {
      return (paths ??= pathsOf(endpoints));
    },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'Authorization' },
        apiKey: { type: 'apiKey', in: 'header', name: 'Api-Key' },
        apiTime: { type: 'apiKey', in: 'header', name: 'Api-Time' },
        apiSignature: { type: 'apiKey', in: 'header', name: 'Api-Signature' },
      },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['code', 'result', 'message'],
          properties: {
            code: { type: 'string' },
            result: { type: 'null' },
            message: { type: 'string', description: "in the caller's language" },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
      },
    },
  };
}

/** The reader's styles are written into its page; nothing else may be. */
const docsPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const mark = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 190 40"><path d="M20 5 35 37H28.6L20 18.8 11.4 37H5Z" fill="#e6b94e"/>' +
    '<text x="46" y="29" font-family="Inter,system-ui,sans-serif" font-size="24" font-weight="600" fill="#fff">Assay API</text></svg>',
);

/** The reader's page says nothing of phones, which take it for one of 980 pixels; and there is no other document to type the address of. */
const onPhones = `const meta = document.createElement('meta');
meta.name = 'viewport';
meta.content = 'width=device-width, initial-scale=1';
document.head.append(meta);
`;
const docsLook = `.swagger-ui .topbar .topbar-wrapper { flex-flow: row nowrap; align-items: center; justify-content: space-between; }
.swagger-ui .topbar .download-url-wrapper { display: none; }
.swagger-ui .renderedMarkdown pre { overflow-x: auto; white-space: pre; }
.swagger-ui .renderedMarkdown pre code { white-space: pre; word-break: normal; }
.swagger-ui .renderedMarkdown table { display: block; overflow-x: auto; }
.swagger-ui .renderedMarkdown p { overflow-wrap: anywhere; }
`;

/** Serves the document for people at /docs, and as JSON at /docs/json. */
export async function serveDocs(
  { app, limit, limits: { perAddress } }: Pick<Http, 'app' | 'limit' | 'limits'>,
  endpoints: readonly Endpoint[],
): Promise<void> {
  // A reader takes about ten files; the document is large, and compressing it costs more than most calls.
  const docsPerNetwork = { ...perAddress, max: Math.ceil(perAddress.max / 10) };
  // The plugin's types know OpenAPI by a package of its own; the document is checked by the stories instead.
  await app.register(swagger, { mode: 'static', specification: { document: openApiDocument(endpoints) as never } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: docsPolicy,
    logo: { type: 'image/svg+xml', content: mark, href: '/', target: '_self' },
    theme: {
      title: 'Assay API',
      css: [{ filename: 'look.css', content: docsLook }],
      js: [{ filename: 'phones.js', content: onPhones }],
    },
    uiHooks: {
      onRequest: (request, reply, next) => {
        const waitMs = limit(`docs:${networkOf(request.ip)}`, docsPerNetwork);
        if (waitMs > 0) sendRefusal(reply, tooMany(waitMs / 1000), languageOf(request));
        else next();
      },
    },
  });
}
