import { Button, Group } from '@mantine/core'
import { Link, useLocation } from 'react-router-dom'

const pages = [
  { title: 'Network Transfer', to: '/admin/network-transfer' },
  { title: 'Gateway Metrics', to: '/admin/gateway-metrics' },
  { title: 'Rate Limits', to: '/admin/rate-limits' },
]

/** Leads to the other pages that measure the account's tunnels. */
export function AnalyticsLinks() {
  const { pathname } = useLocation()
  return (
    <Group gap="xs">
      {pages
        .filter(({ to }) => to !== pathname)
        .map(({ title, to }) => (
          <Button key={to} component={Link} to={to} variant="default">
            {title}
          </Button>
        ))}
    </Group>
  )
}
