import { insightsTexts } from '../texts/texts.ts';
import { InsightPage } from './insight-frame.tsx';
import { Figures, Matrix, Ranking, Scorecards, Trend } from './insight-pictures.tsx';

const t = insightsTexts;

/** How deliveries went, at a glance. */
export function OverviewScreen() {
  return (
    <InsightPage page="overview">
      <Figures
        measures={[
          'orders',
          'deliveries',
          'on-time',
          'first-attempt-success',
          'time-to-delivery',
          'cost-per-delivery',
          'failovers',
          'incident-rate',
          'rating',
        ]}
      />
      <Trend measure="deliveries" />
      <Trend measure="on-time" />
      <Trend measure="punctuality" />
      <Trend measure="attempts-by-end" />
      <Trend measure="orders-by-status" />
      <Trend measure="deliveries" by="weekday" />
    </InsightPage>
  );
}

/** The providers beside each other, and each by zone. */
export function ProvidersScreen() {
  return (
    <InsightPage
      page="providers"
      filters={[{ name: 'provider', label: t.provider, kind: 'choices', options: 'everyProvider' }]}
    >
      <Scorecards
        by="provider"
        measures={[
          'deliveries',
          'acceptance',
          'on-time',
          'lateness',
          'first-attempt-success',
          'time-to-assignment',
          'time-to-pickup',
          'cost-per-delivery',
          'cost-against-quote',
          'proof-rate',
          'incident-rate',
          'rating',
        ]}
      />
      <Matrix measure="on-time" rows="provider" columns="zone" />
      <Trend measure="acceptance" />
      <Trend measure="on-time" by="hour" />
      <Trend measure="cancellations" />
      <Trend measure="failovers" />
    </InsightPage>
  );
}

/** The stores beside each other. */
export function StoresScreen() {
  return (
    <InsightPage page="stores">
      <Scorecards
        by="store"
        measures={[
          'orders',
          'deliveries',
          'on-time',
          'lateness',
          'time-to-assignment',
          'time-to-pickup',
          'time-to-delivery',
          'cost-per-delivery',
          'incident-rate',
        ]}
      />
      <Trend measure="orders" by="hour" />
      <Trend measure="time-to-pickup" />
      <Ranking measure="on-time" by="zone" />
      <Ranking measure="deliveries" by="tag" />
    </InsightPage>
  );
}

/** What is shown of all drivers together, and of each. */
const OF_DRIVING = [
  'routes',
  'stops-per-hour',
  'stops-on-time',
  'stops-skipped',
  'stops-in-order',
  'dwell',
  'route-distance',
  'driven-distance',
  'distance-against-planned',
  'routes-tracked',
  'driven-against-planned',
] as const;

/** The drivers of the own fleet: how they drive, against how it was planned. */
export function DriversScreen() {
  return (
    <InsightPage
      page="drivers"
      filters={[{ name: 'driverGroup', label: t.driverGroup, kind: 'choices', options: 'driverGroups' }]}
    >
      <Figures measures={OF_DRIVING} />
      <Scorecards by="driver" measures={OF_DRIVING} />
      <Trend measure="stops-per-hour" />
      <Trend measure="driven-against-planned" />
      <Trend measure="distance-against-planned" />
      <Ranking measure="stops-on-time" by="driverGroup" />
    </InsightPage>
  );
}

/** What deliveries cost, against what was quoted, and what came back. */
export function CostsScreen() {
  return (
    <InsightPage
      page="costs"
      filters={[{ name: 'provider', label: t.provider, kind: 'choices', options: 'everyProvider' }]}
    >
      <Figures
        measures={[
          'cost',
          'cost-per-delivery',
          'cost-per-km',
          'cost-against-quote',
          'refunds-asked',
          'refunds-granted',
          'refund-success',
        ]}
      />
      <Trend measure="cost" />
      <Trend measure="cost-per-delivery" />
      <Ranking measure="cost-per-delivery" by="provider" />
      <Ranking measure="cost" by="store" />
      <Ranking measure="cost-per-delivery" by="zone" />
      <Ranking measure="cost" by="strategy" />
    </InsightPage>
  );
}

/** How windows are booked, and how promised ones were kept. */
export function WindowsScreen() {
  return (
    <InsightPage page="windows">
      <Figures
        measures={['window-bookings', 'window-use', 'window-refusals', 'on-time', 'lateness', 'earliness']}
      />
      <Trend measure="window-bookings" />
      <Trend measure="window-use" />
      <Trend measure="window-refusals" />
      <Trend measure="on-time" by="hour" />
      <Trend measure="on-time" by="weekday" />
      <Trend measure="punctuality" />
      <Ranking measure="lateness" by="zone" />
      <Ranking measure="on-time" by="store" />
    </InsightPage>
  );
}

/** What workflows did, how the deliveries that they were about ended, and which messages arrived. */
export function ReactionsScreen() {
  return (
    <InsightPage
      page="reactions"
      filters={[{ name: 'workflow', label: t.workflow, kind: 'choices', options: 'workflows' }]}
    >
      <Figures
        measures={[
          'workflow-runs',
          'workflow-effects',
          'workflow-deliveries',
          'notifications',
          'notifications-delivered',
          'low-ratings',
        ]}
      />
      <Scorecards
        by="workflow"
        measures={[
          'workflow-runs',
          'workflow-effects',
          'workflow-deliveries',
          'deliveries',
          'on-time',
          'failovers',
        ]}
      />
      <Trend measure="workflow-runs" />
      <Trend measure="workflow-effects" />
      <Ranking measure="on-time" by="workflow" />
      <Trend measure="notifications" />
      <Trend measure="notifications-by-channel" />
    </InsightPage>
  );
}
