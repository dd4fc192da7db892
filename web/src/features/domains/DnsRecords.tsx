import { Text } from '@mantine/core'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Inset } from '../../ui/Inset.tsx'
import type { Domain } from './domain.ts'

/** The DNS records, one of which must be set, the better one first. */
export function DnsRecords({ records }: { records: Domain['dnsRecords'] }) {
  return records.map(({ type, name, value }, index) => (
    <Inset key={type} title={index === 0 ? `DNS configuration: ${type} record` : `Alternative: ${type} record`}>
      <FactList
        facts={[
          { name: 'Type', value: type },
          { name: 'Name', value: <CopyableValue value={name} label={`${type} name`} /> },
          { name: 'Value', value: <CopyableValue value={value} label={`${type} value`} /> },
        ]}
      />
      {type === 'CNAME' && (
        <Text size="sm" mt="xs">
          The value is your account's own name. A CNAME to the tunnel host alone brings visitors here too, but proves
          nothing: it is the same for every account.
        </Text>
      )}
    </Inset>
  ))
}
