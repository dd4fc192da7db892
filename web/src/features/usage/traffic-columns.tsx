import type { Column } from '../../ui/DataTable.tsx'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { countBytes, type Traffic } from './traffic.ts'

/** What a row of a table of traffic says, whatever it is the traffic of. */
export const trafficColumns: Column<Traffic>[] = [
  {
    title: 'Requests',
    numeric: true,
    cell: ({ apiRequests }) => formatCount(apiRequests),
    sortBy: ({ apiRequests }) => apiRequests,
  },
  {
    title: 'Data In',
    numeric: true,
    cell: ({ dataInBytes }) => formatBytes(dataInBytes),
    sortBy: ({ dataInBytes }) => dataInBytes,
  },
  {
    title: 'Data Out',
    numeric: true,
    cell: ({ dataOutBytes }) => formatBytes(dataOutBytes),
    sortBy: ({ dataOutBytes }) => dataOutBytes,
  },
  { title: 'Total', numeric: true, cell: (row) => <strong>{formatBytes(countBytes(row))}</strong>, sortBy: countBytes },
]
