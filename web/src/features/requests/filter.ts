import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { RequestFilter, StatusClass } from '../../graphql/generated/graphql.ts'
import { useAddressQuery } from '../../ui/useAddressQuery.ts'

/** The filter's values in the address, by parameter. */
export const filterNames = [
  'find',
  'status',
  'method',
  'gateway',
  'agent',
  'slow',
  'path',
  'code',
  'from',
  'to',
] as const
export type FilterName = (typeof filterNames)[number]

/** The selectable statuses, by their value in the address. */
export const statusClasses: Record<string, { statusClass: StatusClass; label: string }> = {
  '2xx': { statusClass: 'SUCCESS', label: '2xx, success' },
  '3xx': { statusClass: 'REDIRECTION', label: '3xx, redirection' },
  '4xx': { statusClass: 'CLIENT_ERROR', label: '4xx, client error' },
  '5xx': { statusClass: 'SERVER_ERROR', label: '5xx, server error' },
  '101': { statusClass: 'INFORMATIONAL', label: '101, WebSocket' },
}

/** Long enough to type a word. */
const typingMs = 250

/** Returns the filter in the address, so that it survives a reload and can be shared. Typed text takes effect after a moment. */
export function useFilter(): RequestFilter {
  const [parameters] = useSearchParams()
  const [settled] = useDebouncedValue(parameters.toString(), typingMs)
  return useMemo(() => readFilter(new URLSearchParams(settled)), [settled])
}

/** Reports whether the address restricts the requests. */
export function hasFilter(parameters: URLSearchParams): boolean {
  return filterNames.some((name) => parameters.has(name))
}

/** Returns the filter that the address specifies. Invalid values are ignored. */
export function readFilter(parameters: URLSearchParams): RequestFilter {
  const read = (name: FilterName) => parameters.get(name) || undefined
  const statusClass = statusClasses[read('status') ?? '']?.statusClass
  const method = read('method')?.toUpperCase()
  const slowMs = Number(read('slow'))
  return {
    text: read('find'),
    statusClasses: statusClass && [statusClass],
    methods: method ? [method] : undefined,
    gatewayId: read('gateway'),
    agentId: read('agent'),
    minDurationMs: Number.isInteger(slowMs) && slowMs > 0 ? slowMs : undefined,
    pathPrefix: read('path'),
    code: read('code')?.toUpperCase(),
    from: readTime(read('from')),
    to: readTime(read('to')),
  }
}

/** Returns an instant in the API's format; undefined if the text is not one. */
function readTime(text: string | undefined): string | undefined {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

/** Returns a function that removes every filter from the address. */
export function useClearFilter(): () => void {
  const [, change] = useAddressQuery()
  return () =>
    change((query) => {
      for (const name of filterNames) query.delete(name)
    }, true)
}
