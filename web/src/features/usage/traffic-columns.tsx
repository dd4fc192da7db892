import type { Column } from '../../ui/DataTable.tsx'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { countBytes, type Traffic } from './traffic.ts'

/** The columns of a row in a table of traffic, whatever its subject. */
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
