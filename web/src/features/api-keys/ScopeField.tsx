import { fitsGateways } from '@culvert/schema/credentials'
import '@mantine/core/styles/Fieldset.css'
import { Checkbox, Fieldset, SimpleGrid, Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import { scopes } from '../../auth/scopes.ts'
import type { ApiKeyScope } from '../../graphql/generated/graphql.ts'

const groups = [
  { title: 'Read', writes: false },
  { title: 'Write', writes: true },
]

interface ScopeFieldProps {
  /** Whether the key is limited to gateways. */
  isLimited: boolean
  /** The selected scopes, their error, and how they change. */
  chosen: Pick<ComponentProps<typeof Checkbox.Group>, 'value' | 'onChange' | 'error'>
}

/** Shows what a key may do, in two groups. */
export function ScopeField({ isLimited, chosen }: ScopeFieldProps) {
  return (
    <Checkbox.Group label="Scopes" {...chosen}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs">
        {groups.map(({ title, writes }) => (
          <Fieldset key={title} variant="unstyled" legend={title}>
            <Stack gap="xs">
              {listScopes(writes).map((scope) => {
                const { name, description } = scopes[scope]
                const isUnavailable = isLimited && !fitsGateways[scope]
                return (
                  <Checkbox
                    key={scope}
                    value={scope}
                    label={name}
                    description={isUnavailable ? 'Reaches more than gateways' : description}
                    disabled={isUnavailable}
                    aria-invalid={chosen.error ? true : undefined}
                  />
                )
              })}
            </Stack>
          </Fieldset>
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}

/** Returns the scopes that a key limited to gateways may have. */
export function keepAllowedScopes(chosen: readonly ApiKeyScope[]): ApiKeyScope[] {
  return chosen.filter((scope) => fitsGateways[scope])
}

function listScopes(writes: boolean): ApiKeyScope[] {
  return (Object.keys(scopes) as ApiKeyScope[]).filter((scope) => scopes[scope].writes === writes)
}
