import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { readConfiguration } from '../../services/configuration/configuration';
import { migrationFolders } from '../../services/database/migrate-schema';
import { healthRoutes, type Looks } from '../../services/http/health';
import { projectRoot } from '../support/imports';
import { isInContext } from './build-context';
import {
  argumentsOf,
  commandOf,
  composeServices,
  composeVariables,
  deployFolder,
  deployments,
  environmentFile,
  imageEnvironment,
  imageStage,
  kubernetesObjects,
  kubernetesSettings,
  kustomizationOf,
  pods,
  madeUp,
  readStages,
  textOf,
  unitValues,
  type Environment,
} from './read-manifests';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'motothek-manifests-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const packageJson = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
  version: string;
  engines: { node: string };
};
const image = imageEnvironment();
const compose = composeServices();
const isOurs = (name: string) => compose[name]?.build !== undefined;
const withSecrets = (environment: Environment) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value || madeUp]));

/** Environments of all processes that the packages start, by where they are set. */
function environments(): [string, Environment][] {
  const settings = environmentFile('compose/settings.env.example');
  const ofCompose = Object.entries(compose)
    .filter(([name]) => isOurs(name))
    .map(([name, { environment }]): [string, Environment] => [`compose ${name}`, { ...settings, ...environment }]);
  const secrets = environmentFile('kubernetes/example/secrets.env.example');
  const ofPods = deployments().map(({ name, container }): [string, Environment] => {
    const own = Object.fromEntries(container.env.map(({ name: variable, value }) => [variable, value]));
    return [name, { ...kubernetesSettings(), ...withSecrets(secrets), ...own }];
  });
  const ofUnit = environmentFile('systemd/settings.env.example');
  const ofSystemd: [string, Environment] = ['systemd', { ...ofUnit, SESSION_SECRET: madeUp }];
  return [
    ...[...ofCompose, ...ofPods].map(([name, own]): [string, Environment] => [name, { ...image, ...own }]),
    ofSystemd,
  ];
}

/** What others than the settings of Motothek read: the S3 client, Node and npm. */
const readByOthers = /^(?:AWS_ACCESS_KEY_ID|AWS_SECRET_ACCESS_KEY|NODE_ENV|npm_config_\w+)$/;

test.each(environments())('the settings of %s are known and valid', (_, environment) => {
  const configuration = readConfiguration({ ...environment, DATA_DIR: path.join(scratch, 'data') });
  const known = new Set(configuration.settingsInForce.map(({ name }) => name));
  expect(Object.keys(environment).filter((name) => !known.has(name) && !readByOthers.test(name))).toEqual([]);
  expect(configuration.isPublic).toBe(true);
});

test('each of them has servers and workers; each has the data folder, in Kubernetes one of its own', () => {
  const roles = environments().map(([name, { ROLE = 'all' }]) => `${name}: ${ROLE}`);
  expect(roles).toEqual([
    'compose server-1: web,api',
    'compose server-2: web,api',
    'compose worker: worker',
    'motothek-server: web,api',
    'motothek-worker: worker',
    'systemd: all',
  ]);
  const volume = path.dirname(image.DATA_DIR ?? '');
  expect(argumentsOf(imageStage(), 'VOLUME')).toEqual([volume]);
  for (const name of Object.keys(compose).filter(isOurs)) expect(compose[name]?.volumes).toEqual([`data:${volume}`]);
  for (const { container, pod } of deployments()) {
    const { name } = container.volumeMounts.find(({ mountPath }) => mountPath === volume) ?? {};
    const mounted = pod.spec.volumes.find((each) => each.name === name);
    expect(mounted?.ephemeral?.volumeClaimTemplate.spec.accessModes).toEqual(['ReadWriteOnce']);
  }
  const [stateFolder = ''] = unitValues('StateDirectory');
  expect(environmentFile('systemd/settings.env.example').DATA_DIR).toBe(`/var/lib/${stateFolder}/data`);
});

/** Addresses that answer whether a process is alive and ready. */
const healthPaths = healthRoutes({} as Looks, () => false).routes.map((route) => route.path);

test('probes, proxies and networks name addresses and ports that exist', () => {
  const port = Number(image.PORT);
  expect(argumentsOf(imageStage(), 'EXPOSE')).toEqual([String(port)]);
  const asked = [
    ...commandOf('HEALTHCHECK')
      .join(' ')
      .matchAll(/PORT\}(\/\w+)/g),
    ...textOf('compose/Caddyfile').matchAll(/health_uri (\S+)/g),
  ].map(([, address = '']) => address);
  expect(asked).toEqual(['/healthz', '/readyz']);
  for (const { container } of deployments()) {
    expect(container.ports).toEqual([{ name: 'http', containerPort: port }]);
    const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
    expect(probes.map(({ httpGet }) => httpGet.port)).toEqual(['http', 'http', 'http']);
    asked.push(...probes.map(({ httpGet }) => httpGet.path));
  }
  expect(asked.filter((address) => !healthPaths.includes(address))).toEqual([]);
  const inside = /@inside path (.*)/.exec(textOf('compose/Caddyfile'))?.[1]?.split(' ');
  expect(inside?.sort()).toEqual([...healthPaths, '/metrics'].sort());
  const upstreams = /reverse_proxy (.*) \{/.exec(textOf('compose/Caddyfile'))?.[1]?.split(' ');
  const servers = Object.keys(compose).filter((name) => compose[name]?.environment.ROLE === 'web,api');
  expect(upstreams).toEqual(servers.map((name) => `${name}:${port}`));
});

test('objects of Kubernetes find each other', () => {
  const objects = kubernetesObjects();
  const service = objects.find(({ kind }) => kind === 'Service');
  expect(service?.spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
  const components = deployments().map(({ pod }) => pod.metadata.labels);
  expect(components).toContainEqual(service?.spec.selector);
  const routes = objects.flatMap(({ spec }) => spec?.rules ?? []).flatMap(({ backendRefs = [] }) => backendRefs);
  expect(routes).toEqual([{ name: service?.metadata.name, port: 80 }]);
  const budgets = objects.filter(({ kind }) => kind === 'PodDisruptionBudget');
  expect(budgets.map(({ spec }) => spec.selector?.matchLabels)).toEqual(components);
  const policies = objects.filter(({ kind, spec }) => kind === 'NetworkPolicy' && spec.ingress);
  expect(policies.map(({ spec }) => spec.podSelector?.matchLabels)).toEqual(components);
  expect(policies.flatMap(({ spec }) => spec.ingress?.flatMap(({ ports }) => ports))).toEqual([
    { port: 'http' },
    { port: 'http' },
  ]);
  const [settings] = kustomizationOf('base').configMapGenerator;
  const createdSecret = /secret generic (\S+)/.exec(textOf('kubernetes/example/secrets.env.example'))?.[1];
  for (const { container } of pods()) {
    expect(container.envFrom).toEqual([
      { configMapRef: { name: settings?.name } },
      { secretRef: { name: createdSecret } },
    ]);
  }
  const host = new URL(kubernetesSettings().ORIGIN ?? '').host;
  const hosts = objects.flatMap(({ spec }) => spec?.hostnames ?? []);
  expect([...new Set(hosts)]).toEqual([host]);
  const files = (['base', 'example'] as const).flatMap((folder) => {
    const named = kustomizationOf(folder).resources.map((file) => path.join(folder, file));
    const there = readdirSync(path.join(deployFolder, 'kubernetes', folder)).map((file) => path.join(folder, file));
    return there.filter((file) => /\.yaml$/.test(file) && !/kustomization/.test(file) && !named.includes(file));
  });
  expect(files).toEqual([]);
});

test('parts of the compose file find each other', () => {
  const { proxy, postgres, s3, worker } = compose;
  const url = new URL(worker?.environment.DATABASE_URL ?? '');
  expect(url.host).toBe('postgres:5432');
  expect(postgres?.environment).toMatchObject({
    POSTGRES_USER: url.username,
    POSTGRES_PASSWORD: url.password,
    POSTGRES_DB: url.pathname.slice(1),
  });
  const bucket = new URL(worker?.environment.OBJECT_STORE_URL ?? '');
  const garage = textOf('compose/garage.toml');
  expect(bucket.searchParams.get('endpoint')).toBe(`http://s3:${/api_bind_addr = ".*:(\d+)"/.exec(garage)?.[1]}`);
  expect(bucket.searchParams.get('region')).toBe(/s3_region = "(.*)"/.exec(garage)?.[1]);
  expect(s3?.environment).toMatchObject({
    GARAGE_DEFAULT_BUCKET: bucket.host,
    GARAGE_DEFAULT_ACCESS_KEY: worker?.environment.AWS_ACCESS_KEY_ID,
    GARAGE_DEFAULT_SECRET_KEY: worker?.environment.AWS_SECRET_ACCESS_KEY,
  });
  const front = (proxy?.networks as Record<string, { ipv4_address?: string }>).front;
  expect(worker?.environment.TRUSTED_PROXIES).toBe(front?.ipv4_address);
  const folder = path.join(deployFolder, 'compose');
  expect(path.resolve(folder, worker?.build?.context ?? '')).toBe(projectRoot);
  expect(existsSync(path.join(projectRoot, worker?.build?.dockerfile ?? ''))).toBe(true);
  const mounted = Object.values(compose).flatMap(({ volumes }) => volumes.filter((each) => each.startsWith('./')));
  const missing = mounted
    .map((each) => each.split(':')[0] ?? '')
    .filter((file) => !existsSync(path.join(folder, file)));
  expect(missing).toEqual([]);
  const inserted = [...textOf('compose/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  expect([...new Set(inserted)].sort()).toEqual(Object.keys(composeVariables()).sort());
});

test('nobody runs as root, gains rights or writes outside the data folder', () => {
  expect(argumentsOf(imageStage(), 'USER')).toEqual(['1000:1000']);
  for (const [name, service] of Object.entries(compose)) {
    const { read_only, cap_drop, security_opt } = service;
    expect({ name, read_only, cap_drop, security_opt }).toEqual({
      name,
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  }
  for (const { pod, container } of pods()) {
    const own = { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } };
    expect(pod.spec.securityContext).toMatchObject(own);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  }
});

test('whoever stops a server gives it the time that it takes, and notices before it closes', () => {
  const times = environments().map(([, environment]) => {
    const { stopMs, stopPauseMs } = readConfiguration({ ...environment, DATA_DIR: path.join(scratch, 'data') });
    return { needed: stopMs / 1000 + 10, pause: stopPauseMs / 1000 };
  });
  const given = [
    ...Object.keys(compose)
      .filter(isOurs)
      .map((name) => compose[name]?.stop_grace_period ?? ''),
    ...deployments().map(({ pod }) => pod.spec.terminationGracePeriodSeconds),
    ...unitValues('TimeoutStopSec'),
  ];
  expect(given).toHaveLength(times.length);
  given.forEach((time, at) => expect(Number.parseInt(String(time), 10)).toBeGreaterThanOrEqual(times[at]?.needed ?? 0));
  const [, interval = ''] = /health_interval (\d+)s/.exec(textOf('compose/Caddyfile')) ?? [];
  const probes = deployments().map(({ container: { readinessProbe } }) => readinessProbe);
  const noticed = [Number(interval), ...probes.map((probe) => probe.periodSeconds)];
  const [first, , , ...ofPods] = times.slice(0, -1);
  [first, ...ofPods].forEach((time, at) => expect(time?.pause).toBeGreaterThan(noticed[at] ?? 0));
});

test('the image has a supported version of Node, and every file names the same', () => {
  const named = readdirSync(deployFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => [
      ...readFileSync(path.join(entry.parentPath, entry.name), 'utf8').matchAll(/(?:node:|node_|\bNode )(\d+)/g),
    ])
    .map(([, major]) => major);
  const [major] = named;
  expect(new Set(named)).toEqual(new Set([major]));
  const supported = packageJson.engines.node.split(' || ').map((range) => /^(\^|>=)(\d+)/.exec(range) ?? []);
  const fits = supported.some(([, sign, from]) => (sign === '^' ? major === from : Number(major) >= Number(from)));
  expect(fits, `Node ${major} is none of ${packageJson.engines.node}`).toBe(true);
  expect(kustomizationOf('example').images).toMatchObject([{ name: 'motothek', newTag: packageJson.version }]);
});

test('the image is made of files that its build gets, and has all that the build reads at run time', () => {
  const [build] = readStages();
  const copied = argumentsOf(build ?? imageStage(), 'COPY').flatMap((text) => text.split(' ').slice(0, -1));
  expect(copied.filter((file) => file !== '.' && !isInContext(file))).toEqual([]);
  expect(['.env', 'data/session-secret', '.git/config', 'tests/docs.test.ts'].filter(isInContext)).toEqual([]);
  expect(['services/http/health.test.ts', 'app/.env.local'].filter(isInContext)).toEqual([]);
  const kept = argumentsOf(imageStage(), 'COPY').map((text) => text.split(' ').at(-1));
  expect(kept).toEqual(
    expect.arrayContaining([...Object.values(migrationFolders), 'locales', 'build', 'node_modules']),
  );
});

test('commands in the packages are those of the project', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const backup = pods().flatMap(({ container: { args = [] } }) => args);
  const named = [...[...backup, textOf('README.md')].join('\n').matchAll(/npm run (?:-s )?([\w:]+)/g)];
  expect(backup).toHaveLength(1);
  expect(named.map(([, name = '']) => name).filter((name) => !(name in scripts))).toEqual([]);
});

/** Whether a command is installed here. */
const has = (command: string) => spawnSync(command, ['--version']).error === undefined;

test.skipIf(!has('systemd-analyze'))('systemd knows every directive of the unit, and finds it closed', () => {
  const unit = path.join(scratch, 'motothek.service');
  spawnSync('cp', [path.join(deployFolder, 'systemd/motothek.service'), unit]);
  const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  // Node may be installed elsewhere here.
  const complaints = verified.stderr
    .split('\n')
    .filter((line) => line.includes(unit) && !line.includes('/usr/bin/node'));
  expect(complaints).toEqual([]);
  const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit], {
    encoding: 'utf8',
  });
  expect(judged.status, judged.stdout + judged.stderr).toBe(0);
});

test.skipIf(spawnSync('kubectl', ['kustomize', '--help']).status !== 0)('kustomize builds the example', () => {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', `${deployFolder}/kubernetes/example`], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect([...stdout.matchAll(/^kind: (\w+)$/gm)].length).toBe(kubernetesObjects().length + 1);
  expect(stdout).toContain(`image: registry.example.org/motothek:${packageJson.version}`);
});
