import { isIP, isIPv4, isIPv6 } from 'node:net'
import { z } from 'zod'

/** Reports whether a resolver can be reached under this: `9.9.9.9`, `9.9.9.9:53`, `2620:fe::fe` or `[2620:fe::fe]:53`. */
export function isResolverAddress(value: string): boolean {
  if (isIP(value) !== 0) return true
  const [, v6, v4, portText] = value.match(/^(?:\[(.+)\]|([^:]+)):(\d{1,5})$/) ?? []
  return (isIPv6(v6 ?? '') || isIPv4(v4 ?? '')) && Number(portText) > 0 && Number(portText) < 65_536
}

/** A setting that lists name servers; empty when it is not set. */
export const resolverList = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((resolver) => resolver.trim() || []))
  .refine(
    (resolvers) => resolvers.every(isResolverAddress),
    'addresses of name servers with commas between them, for example 9.9.9.9,[2620:fe::fe]:53',
  )
