import { CopyableValue } from '../ui/CopyableValue.tsx'
import { FactList } from '../ui/FactList.tsx'
import { Inset } from '../ui/Inset.tsx'
import type { Domain_DomainFragment } from './Domain.generated.ts'

/** The DNS records of which one is to be set, the better one first. */
export function DnsRecords({ records }: { records: Domain_DomainFragment['dnsRecords'] }) {
  return records.map(({ type, name, value }, index) => (
    <Inset key={type} title={index === 0 ? `DNS configuration: ${type} record` : `Alternative: ${type} record`}>
      <FactList
        facts={[
          { name: 'Type', value: type },
          { name: 'Name', value: <CopyableValue value={name} label={`${type} name`} /> },
          { name: 'Value', value: <CopyableValue value={value} label={`${type} value`} /> },
        ]}
      />
    </Inset>
  ))
}
