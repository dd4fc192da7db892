import { Text } from '@mantine/core'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Inset } from '../../ui/Inset.tsx'
import type { Domain } from './domain.ts'

/** The DNS records, one of which must be set, the better one first. */
export function DnsRecords({ records }: { records: Domain['dnsRecords'] }) {
  // The better one comes first, and of a registered name that is the TXT record.
  const isApex = records[0]?.type === 'TXT'
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
          {isApex
            ? 'A registered name can have no CNAME record beside its others. Where your provider has ALIAS or ANAME records, set one with this value; otherwise A and AAAA records, with the addresses that a check shows. Either leads visitors here, and the TXT record proves the domain.'
            : "The value is your account's own name. A CNAME to the tunnel host alone brings visitors here too, but proves nothing: it is the same for every account."}
        </Text>
      )}
    </Inset>
  ))
}
