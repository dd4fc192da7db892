import { globSync } from 'node:fs'
import { loadEdgeConfig } from '@culvert/edge'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readProject } from '../src/image.ts'
import { findFaults } from '../src/manifests.ts'
import { projectFolder } from '../src/processes.ts'

type Labels = Record<string, string>
interface Probe {
  httpGet?: { port: string }
  tcpSocket?: { port: string }
}
interface Container {
  command: string[]
  ports: { name: string; containerPort: number }[]
  env: { name: string; value?: string; valueFrom?: Record<string, { name?: string; key?: string }> }[]
  startupProbe: Probe
  readinessProbe: Probe
  livenessProbe: Probe
  resources: { requests: Record<string, string>; limits: Record<string, string> }
  securityContext: object
  volumeMounts: { name: string }[]
}
interface Pod {
  metadata: { labels: Labels }
  spec: {
    terminationGracePeriodSeconds: number
    enableServiceLinks?: boolean
    securityContext: object
    containers: [Container]
    volumes: { name: string }[]
  }
}
/** The fields of an object that these tests read. */
interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  data?: Labels
  spec: {
    replicas?: number
    serviceName?: string
    selector: Labels & { matchLabels?: Labels }
    ports?: { targetPort: string }[]
    template: Pod
    volumeClaimTemplates?: { metadata: { name: string } }[]
  }
}

const files = globSync('deploy/kubernetes/*.yaml', { cwd: projectFolder })
const readManifests = (text: string): Manifest[] => parseAllDocuments(text).map((document) => document.toJS())
const manifests = files.flatMap((file) => readManifests(readProject(file)))
const ofKind = (...kinds: string[]) => manifests.filter(({ kind }) => kinds.includes(kind))
const workloads = ofKind('Deployment', 'StatefulSet')
const settings = ofKind('ConfigMap')[0]?.data ?? {}
const matches = (labels: Labels, selector: Labels) =>
  Object.entries(selector).every(
    ([name, value]) => labels[name] === value || name === 'statefulset.kubernetes.io/pod-name',
  )

/** Returns the environment of an edge by its number, as Kubernetes sets it. */
function fillEdgeEnvironment(number: number): Record<string, string> {
  const [edge] = ofKind('StatefulSet')
  const filled: Record<string, string> = {}
  for (const { name, value, valueFrom } of edge?.spec.template.spec.containers[0].env ?? []) {
    const key = valueFrom?.configMapKeyRef?.key
    const given = value ?? (key === undefined ? undefined : settings[key])
    filled[name] =
      given?.replaceAll(/\$\((\w+)\)/g, (_, other: string) => filled[other] ?? '') ??
      (valueFrom?.fieldRef ? `edge-${number}` : 'x'.repeat(32))
  }
  return filled
}

describe('the manifests for Kubernetes', () => {
  it('conform to the schemas of their kinds, without unknown fields', () => {
    expect(manifests.length).toBeGreaterThan(8)
    expect(manifests.flatMap((manifest) => findFaults(manifest))).toEqual([])
  })

  it('have services and disruption budgets that select pods, with ports that these have', () => {
    const pods = workloads.map(({ spec }) => spec.template)
    for (const { metadata, spec } of ofKind('Service', 'PodDisruptionBudget')) {
      const [pod] = pods.filter(({ metadata: { labels } }) =>
        matches(labels, spec.selector.matchLabels ?? spec.selector),
      )
      const ports = pod?.spec.containers[0].ports.map(({ name }) => name)
      for (const { targetPort } of spec.ports ?? []) expect(ports, metadata.name).toContain(targetPort)
      expect(pod, metadata.name).toBeDefined()
    }
    expect(ofKind('Service').map(({ metadata: { name } }) => name)).toContain(
      ofKind('StatefulSet')[0]?.spec.serviceName,
    )
  })

  it('give pods no privileges, no writable files except their volumes, and secrets only by reference', () => {
    for (const { metadata, spec } of workloads) {
      const { securityContext, volumes, containers } = spec.template.spec
      const [{ env, volumeMounts, ...container }] = containers
      expect(securityContext, metadata.name).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const known = [...volumes, ...(spec.volumeClaimTemplates?.map((claim) => claim.metadata) ?? [])]
      expect(volumeMounts.map(({ name }) => name).toSorted()).toEqual(known.map(({ name }) => name).toSorted())
      const secret = env.filter(({ name }) => /SECRET|DATABASE_URL|SMTP_URL/.test(name))
      expect(secret.length).toBeGreaterThan(0)
      for (const { valueFrom } of secret) expect(valueFrom).toHaveProperty('secretKeyRef.name', 'culvert-secrets')
      for (const { valueFrom } of env) {
        const key = valueFrom?.configMapKeyRef?.key
        if (key !== undefined) expect(Object.keys(settings)).toContain(key)
      }
    }
  })

  it('keep services of the namespace from setting variables, some of which are settings', () => {
    // As Kubernetes sets it for a service named edge-http.
    const linked = { ...fillEdgeEnvironment(0), EDGE_HTTP_PORT: 'tcp://10.0.0.1:80' }
    expect(() => loadEdgeConfig(linked)).toThrow(/EDGE_HTTP_PORT/)
    for (const { metadata, spec } of workloads) expect(spec.template.spec.enableServiceLinks, metadata.name).toBe(false)
  })

  it('probe pods at ports that they open, and start them with the commands of the compose file', () => {
    for (const { spec } of workloads) {
      const [{ ports, command, startupProbe, readinessProbe, livenessProbe }] = spec.template.spec.containers
      for (const { httpGet, tcpSocket } of [startupProbe, readinessProbe, livenessProbe])
        expect(ports.map(({ name }) => name)).toContain((httpGet ?? tcpSocket)?.port)
      expect(readProject('docker-compose.yml')).toContain(`command: ${command.join(' ')}`)
    }
  })

  it('give each edge an address for agents, one for other edges, and enough time to shut down', () => {
    const [edge] = ofKind('StatefulSet')
    const environments = Array.from({ length: edge?.spec.replicas ?? 0 }, (_, number) => fillEdgeEnvironment(number))
    for (const name of ['EDGE_NAME', 'EDGE_AGENT_URL', 'EDGE_SIBLING_URL'])
      expect(new Set(environments.map((environment) => environment[name])).size, name).toBe(2)
    for (const [number, environment] of environments.entries()) {
      const config = loadEdgeConfig(environment)
      expect(environment.EDGE_AGENT_URL).toBe(`https://edge-${number}.example.com`)
      expect(ofKind('Service').map(({ metadata }) => metadata.name)).toContain(`edge-${number}`)
      expect(edge?.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(config.drainMs / 1_000 + 10)
      const [{ ports }] = edge?.spec.template.spec.containers ?? [{ ports: [] }]
      expect(ports).toContainEqual({ name: 'operations', containerPort: config.operations?.port })
      expect(ports).toContainEqual({ name: 'https', containerPort: config.secure?.port })
    }
  })
})

describe('the check of manifests', () => {
  it.each([
    ['a misspelled field', 'readOnlyRootFilesystem', 'readOnlyRootFileSystem', 'readOnlyRootFileSystem is no field'],
    [
      'a field in the wrong place',
      '      terminationGracePeriodSeconds',
      '  terminationGracePeriodSeconds',
      'is no field',
    ],
    ['text where a number belongs', 'replicas: 2', 'replicas: two', '"type":"integer"'],
    ['a missing field', '  selector: { matchLabels: { app: culvert-edge } }\n  template', '  template', 'required'],
    ['a kind that does not exist', 'kind: StatefulSet', 'kind: StatefullSet', 'is not among'],
  ])('finds %s', (_, right, wrong, complaint) => {
    const text = readProject('deploy/kubernetes/edge.yaml')
    expect(text).toContain(right)
    const faults = readManifests(text.replace(right, wrong)).flatMap((manifest) => findFaults(manifest))
    expect(faults.join('\n')).toContain(complaint)
  })
})
