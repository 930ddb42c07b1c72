import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

import { DockerfileParser } from 'dockerfile-ast';
import { parse, parseAllDocuments } from 'yaml';

import { projectRoot } from '../support/imports';

/** Folder of the packages for operators. */
export const deployFolder = path.join(projectRoot, 'docs/deploy');

/** Text of a file of `docs/deploy`. */
export const textOf = (file: string) => readFileSync(path.join(deployFolder, file), 'utf8');

/** Environment by name. */
export type Environment = Record<string, string>;

/** Variables of a file for `env_file`, `EnvironmentFile` or `--from-env-file`. */
export const environmentFile = (file: string) => parseEnv(textOf(file)) as Environment;

/** An instruction of a Dockerfile: its keyword, and its arguments as they are written. */
export interface Instruction {
  keyword: string;
  text: string;
}

/** A stage of a Dockerfile: its name, '' for the last one, and what comes after its FROM. */
export interface Stage {
  name: string;
  instructions: Instruction[];
}

/** The stages of the image, in order. */
export function readStages(): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of DockerfileParser.parse(textOf('Dockerfile')).getInstructions()) {
    const text = instruction.getTextContent().replace(/^\w+\s+/, '');
    if (instruction.getKeyword() === 'FROM') {
      stages.push({ name: /\bAS\s+(\S+)/i.exec(text)?.[1] ?? '', instructions: [] });
    } else stages.at(-1)?.instructions.push({ keyword: instruction.getKeyword(), text: joined(text) });
  }
  return stages;
}

/** Arguments without the backslashes between their lines. */
const joined = (text: string) => text.replaceAll(/\\\n\s*/g, '');

/** The last stage, which is the image. */
export const imageStage = () => readStages().at(-1) ?? { name: '', instructions: [] };

/** Arguments of all instructions of one kind in a stage. */
export const argumentsOf = (stage: Stage, keyword: string) =>
  stage.instructions.filter((each) => each.keyword === keyword).map(({ text }) => text);

/** Variables that the image sets. */
export function imageEnvironment(): Environment {
  const pairs = argumentsOf(imageStage(), 'ENV').flatMap((text) => text.trim().split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
}

/** Command of the image's HEALTHCHECK or CMD, as the list of its words. */
export function commandOf(keyword: 'HEALTHCHECK' | 'CMD'): string[] {
  const [text = ''] = argumentsOf(imageStage(), keyword);
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
}

/** A service of the compose file. */
export interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  environment: Environment;
  env_file?: string;
  volumes: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  networks: string[] | Record<string, { ipv4_address?: string }>;
}

/** What compose would insert: the example with a value for each secret. */
export function composeVariables(): Environment {
  const given = Object.entries(environmentFile('compose/.env.example'));
  return Object.fromEntries(given.map(([name, value]) => [name, value || madeUp]));
}

/** A secret that every setting takes. */
export const madeUp = 'unseen-unseen-unseen-unseen-unseen-unseen';

/** Services of the compose file by name, with what is inserted. */
export function composeServices(): Record<string, Service> {
  const variables = composeVariables();
  const text = textOf('compose/compose.yaml').replaceAll(
    /\$\{(\w+)(?::[?-]([^}]*))?\}/g,
    (_, name: string, otherwise = '') => variables[name] ?? otherwise,
  );
  const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
  for (const service of Object.values(services)) {
    const values = Object.entries(service.environment ?? {}).map(([name, value]) => [name, String(value)]);
    service.environment = Object.fromEntries(values) as Environment;
  }
  return services;
}

/** A probe of Kubernetes. */
interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  failureThreshold: number;
}

/** A pod of Motothek. That of a backup has neither probes nor ports. */
interface Pod {
  metadata: { labels: Record<string, string> };
  spec: {
    terminationGracePeriodSeconds: number;
    securityContext: Record<string, unknown>;
    containers: {
      image: string;
      args?: string[];
      env: { name: string; value: string }[];
      envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
      ports: { name: string; containerPort: number }[];
      startupProbe: Probe;
      readinessProbe: Probe;
      livenessProbe: Probe;
      securityContext: Record<string, unknown>;
      volumeMounts: { name: string; mountPath: string }[];
    }[];
    volumes: { name: string; ephemeral?: { volumeClaimTemplate: { spec: { accessModes: string[] } } } }[];
  };
}

/** An object of Kubernetes with the parts of all kinds that are looked at. */
export interface KubernetesObject {
  kind: string;
  metadata: { name: string };
  spec: {
    template?: Pod;
    /** Of a CronJob. */
    jobTemplate?: { spec: { template: Pod } };
    selector?: { matchLabels: Record<string, string> } & Record<string, unknown>;
    ports?: { port: number; targetPort: string }[];
    rules?: { backendRefs?: { name: string; port: number }[]; timeouts?: { request: string } }[];
    hostnames?: string[];
    podSelector?: { matchLabels: Record<string, string> };
    ingress?: { ports: { port: string }[] }[];
  };
}

/** The objects in a file of `docs/deploy/kubernetes`. */
export const objectsIn = (file: string) =>
  parseAllDocuments(textOf(`kubernetes/${file}`)).map(
    (each) => ({ spec: {}, ...(each.toJS() as object) }) as KubernetesObject,
  );

/** What a kustomization says, as far as it is looked at. */
export interface Kustomization {
  resources: string[];
  configMapGenerator: { name: string; literals: string[] }[];
  images?: { name: string; newTag: string }[];
}

export const kustomizationOf = (folder: 'base' | 'example') =>
  parse(textOf(`kubernetes/${folder}/kustomization.yaml`)) as Kustomization;

/** All objects of the base and the example. */
export function kubernetesObjects(): KubernetesObject[] {
  return (['base', 'example'] as const).flatMap((folder) =>
    kustomizationOf(folder)
      .resources.filter((file) => file.endsWith('.yaml'))
      .flatMap((file) => objectsIn(`${folder}/${file}`)),
  );
}

/** Settings of a config map of base and example, joined as kustomize joins them. */
export function kubernetesSettings(): Environment {
  const literals = (['base', 'example'] as const)
    .flatMap((folder) => kustomizationOf(folder).configMapGenerator)
    .flatMap(({ literals }) => literals);
  return Object.fromEntries(literals.map((line) => /^([^=]+)=(.*)$/s.exec(line)?.slice(1) as [string, string]));
}

/** Values of a directive of the systemd unit; a directive may stand there several times. */
export const unitValues = (name: string) =>
  [...textOf('systemd/motothek.service').matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

/** Everything in Kubernetes that runs the image. */
export const pods = () =>
  kubernetesObjects().flatMap(({ kind, metadata, spec }) => {
    const pod = spec.template ?? spec.jobTemplate?.spec.template;
    const [container] = pod?.spec.containers ?? [];
    return pod && container ? [{ kind, name: metadata.name, pod, container }] : [];
  });

/** The servers and the workers in Kubernetes. */
export const deployments = () => pods().filter(({ kind }) => kind === 'Deployment');
