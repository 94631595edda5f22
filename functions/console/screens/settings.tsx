import { change } from '../kit/api.ts';
import { ALL_PRESETS } from '../kit/dates.ts';
import { DetailPage } from '../kit/detail.tsx';
import type { Field } from '../kit/form.tsx';
import { distance, KILOMETERS_OF_MILE } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { setOrganization } from '../kit/me.ts';
import type { Organization } from '../kit/types.ts';
import { currencies, timeZones } from '../kit/worldwide.ts';
import { m } from '../messages.ts';
import { setupTexts } from '../texts/texts.ts';

const yesNo = (value: boolean) => (value ? m.yes : m.no);

const fields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true },
  { name: 'timeZone', label: m.stores.timeZone, kind: 'choice', options: timeZones(), required: true },
  { name: 'currency', label: m.shared.currency, kind: 'choice', options: currencies(), required: true },
  {
    name: 'distanceUnit',
    label: setupTexts.settings.distanceUnit,
    kind: 'choice',
    options: setupTexts.settings.distanceUnits,
    required: true,
  },
  {
    name: 'routingLayout',
    label: setupTexts.settings.layout,
    kind: 'choice',
    options: setupTexts.settings.layouts,
  },
  { name: 'maxDistanceMiles', label: setupTexts.settings.maxDistance, kind: 'number', unit: 'miles' },
  {
    name: 'addressPrecision',
    label: setupTexts.settings.addressPrecision,
    kind: 'choice',
    options: m.precisions,
    help: setupTexts.settings.addressPrecisionHelp,
  },
  { name: 'routesEnabled', label: setupTexts.settings.routes, kind: 'flag' },
  { name: 'executeEnabled', label: setupTexts.settings.execute, kind: 'flag' },
  { name: 'viewMap', label: setupTexts.settings.viewMap, kind: 'flag' },
  { name: 'viewTimeline', label: setupTexts.settings.viewTimeline, kind: 'flag' },
  { name: 'viewKpi', label: setupTexts.settings.viewKpi, kind: 'flag' },
  { name: 'archiveReasonRequired', label: setupTexts.settings.archiveReason, kind: 'flag' },
  { name: 'autoDispatchRoutesOnCreation', label: setupTexts.settings.autoDispatch, kind: 'flag' },
  { name: 'editRoutesAfterDispatch', label: setupTexts.settings.editAfter, kind: 'flag' },
  { name: 'createUnknownStores', label: setupTexts.settings.unknownStores, kind: 'flag' },
  { name: 'driversResequence', label: setupTexts.driverSettings.resequence, kind: 'flag' },
  { name: 'driversStartShifts', label: setupTexts.driverSettings.startShifts, kind: 'flag' },
  { name: 'minimumAge', label: setupTexts.driverSettings.minimumAge, kind: 'number', required: true },
  {
    name: 'driverDuties',
    label: setupTexts.driverSettings.duties,
    kind: 'choices',
    options: setupTexts.driverSettings.dutyNames,
    help: setupTexts.driverSettings.dutiesHelp,
  },
  {
    name: 'driverCallNumber',
    label: setupTexts.driverSettings.callNumber,
    kind: 'tel',
    help: setupTexts.driverSettings.callNumberHelp,
  },
  {
    name: 'dateRangePresets',
    label: setupTexts.settings.presets,
    kind: 'choices',
    options: ALL_PRESETS.map((name) => [name, m.ranges[name as keyof typeof m.ranges] ?? name] as const),
  },
  {
    name: 'displayFields',
    label: setupTexts.settings.displayFields,
    kind: 'list',
    help: setupTexts.settings.displayFieldsHelp,
  },
];

const TOP = ['name', 'timeZone', 'currency'];
const VIEWS: Readonly<Record<string, string>> = {
  viewMap: 'map',
  viewTimeline: 'timeline',
  viewKpi: 'kpiCards',
};

/** Preferences of the organization. */
export function SettingsScreen() {
  const live = useLive<Organization>('/v1/organization', {}, 10_000);
  return (
    <DetailPage
      live={live}
      title={() => m.titles.settings}
      facts={({ name, timeZone, currency, preferences }) => [
        [m.fields.name, name],
        [m.stores.timeZone, timeZone],
        [m.shared.currency, currency],
        [
          setupTexts.settings.distanceUnit,
          setupTexts.settings.distanceUnits.find(([unit]) => unit === preferences.distanceUnit)?.[1],
        ],
        [
          setupTexts.settings.layout,
          setupTexts.settings.layouts.find(([layout]) => layout === preferences.routingLayout)?.[1],
        ],
        [
          setupTexts.settings.maxDistance,
          preferences.maxDistanceMiles && distance(preferences.maxDistanceMiles * KILOMETERS_OF_MILE * 1_000),
        ],
        [
          setupTexts.settings.addressPrecision,
          m.precisions.find(([name]) => name === preferences.addressPrecision)?.[1],
        ],
        [setupTexts.settings.routes, yesNo(preferences.routesEnabled)],
        [setupTexts.settings.execute, yesNo(preferences.executeEnabled)],
        [setupTexts.settings.viewMap, yesNo(preferences.executeViews.map)],
        [setupTexts.settings.viewTimeline, yesNo(preferences.executeViews.timeline)],
        [setupTexts.settings.viewKpi, yesNo(preferences.executeViews.kpiCards)],
        [setupTexts.settings.archiveReason, yesNo(preferences.archiveReasonRequired)],
        [setupTexts.settings.autoDispatch, yesNo(preferences.autoDispatchRoutesOnCreation)],
        [setupTexts.settings.editAfter, yesNo(preferences.editRoutesAfterDispatch)],
        [setupTexts.settings.unknownStores, yesNo(preferences.createUnknownStores)],
        [setupTexts.driverSettings.resequence, yesNo(preferences.driversResequence)],
        [setupTexts.driverSettings.startShifts, yesNo(preferences.driversStartShifts)],
        [setupTexts.driverSettings.minimumAge, preferences.minimumAge],
        [
          setupTexts.driverSettings.duties,
          setupTexts.driverSettings.dutyNames
            .filter(([duty]) => preferences.driverDuties.includes(duty))
            .map(([, name]) => name)
            .join(', '),
        ],
        [setupTexts.driverSettings.callNumber, preferences.driverCallNumber],
        [
          setupTexts.settings.presets,
          preferences.dateRangePresets.map((preset) => m.ranges[preset as keyof typeof m.ranges]).join(', '),
        ],
        [setupTexts.settings.displayFields, preferences.displayFields.join(', ')],
      ]}
      editing={({ name, timeZone, currency, preferences, version }) => ({
        permission: 'WRITE_ORGANIZATION',
        fields,
        initial: {
          name,
          timeZone,
          currency,
          ...preferences,
          viewMap: preferences.executeViews.map,
          viewTimeline: preferences.executeViews.timeline,
          viewKpi: preferences.executeViews.kpiCards,
        },
        save: async (changed) => {
          const given = Object.entries(changed);
          const top = given.filter(([field]) => TOP.includes(field));
          const views = given.flatMap(([field, value]) =>
            VIEWS[field] ? [[VIEWS[field], value] as const] : [],
          );
          const rest = given.filter(([field]) => !TOP.includes(field) && !VIEWS[field]);
          setOrganization(
            await change<Organization>(
              'PATCH',
              '/v1/organization',
              {
                ...Object.fromEntries(top),
                ...(rest.length + views.length > 0
                  ? {
                      preferences: {
                        ...Object.fromEntries(rest),
                        ...(views.length > 0 ? { executeViews: Object.fromEntries(views) } : {}),
                      },
                    }
                  : {}),
              },
              version,
            ),
          );
        },
      })}
    />
  );
}
