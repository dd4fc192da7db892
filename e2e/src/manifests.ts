import { validate as validateDeployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment'
import { validate as validateStatefulSet } from 'kubernetes-models/_schemas/IoK8sApiAppsV1StatefulSet'
import { validate as validateConfigMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap'
import { validate as validateService } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service'
import { validate as validateIngress } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress'
import { validate as validateBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget'

type Validate = (object: unknown) => boolean

/** The schemas of Kubernetes itself, compiled, by version and kind. */
const schemas: Record<string, Validate> = {
  'apps/v1 Deployment': validateDeployment,
  'apps/v1 StatefulSet': validateStatefulSet,
  'v1 ConfigMap': validateConfigMap,
  'v1 Service': validateService,
  'networking.k8s.io/v1 Ingress': validateIngress,
  'policy/v1 PodDisruptionBudget': validateBudget,
}

/** Lists what the schema of its kind finds wrong in a Kubernetes object, and the fields that the schema does not know. */
export function findFaults(object: { apiVersion?: unknown; kind?: unknown }): string[] {
  const kind = `${String(object.apiVersion)} ${String(object.kind)}`
  const validate = schemas[kind]
  if (!validate) return [`${kind} is not among ${Object.keys(schemas).join(', ')}`]
  const unread = new Set<string>()
  const isValid = validate(watchReads(object, '', unread))
  const errors: unknown = isValid ? [] : Reflect.get(validate, 'errors')
  return [
    ...(Array.isArray(errors) ? errors.map((error) => JSON.stringify(error)) : []),
    ...[...unread].map((path) => `${path} is no field of ${kind}`),
  ]
}

/**
 * Returns an object that records which of its fields are never read. A compiled schema accepts unknown fields, as JSON Schema does, but it reads
 * every field that it knows.
 */
function watchReads(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const children = new Map(
    Object.entries(value).map(([key, child]) => [key, watchReads(child, `${path}/${key}`, unread)]),
  )
  for (const key of children.keys()) unread.add(`${path}/${key}`)
  return new Proxy(value, {
    get: (target, key) => {
      if (typeof key !== 'string' || !children.has(key)) return Reflect.get(target, key)
      unread.delete(`${path}/${key}`)
      return children.get(key)
    },
  })
}
