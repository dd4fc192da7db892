import { webPaths } from '@culvert/schema/web-paths'
import { Button, Group } from '@mantine/core'
import { Link, useLocation } from 'react-router-dom'

const pages = [
  { title: 'Network Transfer', to: webPaths.networkTransfer },
  { title: 'Gateway Metrics', to: webPaths.gatewayMetrics },
  { title: 'Rate Limits', to: webPaths.rateLimits },
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
