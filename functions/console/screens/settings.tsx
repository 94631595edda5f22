import { change } from '../kit/api.ts';
import { ALL_PRESETS } from '../kit/dates.ts';
import { DetailPage } from '../kit/detail.tsx';
import type { Field } from '../kit/form.tsx';
import { words } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { setOrganization } from '../kit/me.ts';
import type { Organization } from '../kit/types.ts';
import { currencies, timeZones } from '../kit/worldwide.ts';
import { m } from '../messages.ts';
import { more } from '../more-messages.ts';

const yesNo = (value: boolean) => (value ? m.yes : m.no);

const fields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true },
  { name: 'timeZone', label: m.stores.timeZone, kind: 'choice', options: timeZones(), required: true },
  { name: 'currency', label: m.settings.currency, kind: 'choice', options: currencies(), required: true },
  {
    name: 'distanceUnit',
    label: more.settings.distanceUnit,
    kind: 'choice',
    options: more.settings.distanceUnits,
    required: true,
  },
  { name: 'routingLayout', label: m.settings.layout, kind: 'choice', options: m.settings.layouts },
  { name: 'maxDistanceMiles', label: m.settings.maxDistance, kind: 'number' },
  {
    name: 'addressPrecision',
    label: m.settings.addressPrecision,
    kind: 'choice',
    options: m.precisions,
    help: m.settings.addressPrecisionHelp,
  },
  { name: 'routesEnabled', label: m.settings.routes, kind: 'flag' },
  { name: 'executeEnabled', label: m.settings.execute, kind: 'flag' },
  { name: 'viewMap', label: m.settings.viewMap, kind: 'flag' },
  { name: 'viewTimeline', label: m.settings.viewTimeline, kind: 'flag' },
  { name: 'viewKpi', label: m.settings.viewKpi, kind: 'flag' },
  { name: 'archiveReasonRequired', label: m.settings.archiveReason, kind: 'flag' },
  { name: 'autoDispatchRoutesOnCreation', label: m.settings.autoDispatch, kind: 'flag' },
  { name: 'editRoutesAfterDispatch', label: m.settings.editAfter, kind: 'flag' },
  { name: 'createUnknownStores', label: m.settings.unknownStores, kind: 'flag' },
  { name: 'driversResequence', label: more.driverSettings.resequence, kind: 'flag' },
  { name: 'driversStartShifts', label: more.driverSettings.startShifts, kind: 'flag' },
  { name: 'minimumAge', label: more.driverSettings.minimumAge, kind: 'number', required: true },
  {
    name: 'driverDuties',
    label: more.driverSettings.duties,
    kind: 'choices',
    options: more.driverSettings.dutyNames,
    help: more.driverSettings.dutiesHelp,
  },
  {
    name: 'driverCallNumber',
    label: more.driverSettings.callNumber,
    kind: 'tel',
    help: more.driverSettings.callNumberHelp,
  },
  {
    name: 'dateRangePresets',
    label: m.settings.presets,
    kind: 'choices',
    options: ALL_PRESETS.map((name) => [name, m.ranges[name as keyof typeof m.ranges] ?? name] as const),
  },
  {
    name: 'displayFields',
    label: m.settings.displayFields,
    kind: 'list',
    help: m.settings.displayFieldsHelp,
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
      title={() => m.settings.title}
      facts={({ name, timeZone, currency, preferences }) => [
        [m.fields.name, name],
        [m.stores.timeZone, timeZone],
        [m.settings.currency, currency],
        [
          more.settings.distanceUnit,
          more.settings.distanceUnits.find(([unit]) => unit === preferences.distanceUnit)?.[1],
        ],
        [m.settings.layout, words(preferences.routingLayout)],
        [m.settings.maxDistance, preferences.maxDistanceMiles],
        [
          m.settings.addressPrecision,
          m.precisions.find(([name]) => name === preferences.addressPrecision)?.[1],
        ],
        [m.settings.routes, yesNo(preferences.routesEnabled)],
        [m.settings.execute, yesNo(preferences.executeEnabled)],
        [
          m.settings.views,
          Object.entries(preferences.executeViews)
            .filter(([, isOn]) => isOn)
            .map(([view]) => words(view))
            .join(', '),
        ],
        [m.settings.archiveReason, yesNo(preferences.archiveReasonRequired)],
        [m.settings.autoDispatch, yesNo(preferences.autoDispatchRoutesOnCreation)],
        [m.settings.editAfter, yesNo(preferences.editRoutesAfterDispatch)],
        [m.settings.unknownStores, yesNo(preferences.createUnknownStores)],
        [more.driverSettings.resequence, yesNo(preferences.driversResequence)],
        [more.driverSettings.startShifts, yesNo(preferences.driversStartShifts)],
        [more.driverSettings.minimumAge, preferences.minimumAge],
        [
          more.driverSettings.duties,
          more.driverSettings.dutyNames
            .filter(([duty]) => preferences.driverDuties.includes(duty))
            .map(([, name]) => name)
            .join(', '),
        ],
        [more.driverSettings.callNumber, preferences.driverCallNumber],
        [
          m.settings.presets,
          preferences.dateRangePresets.map((preset) => m.ranges[preset as keyof typeof m.ranges]).join(', '),
        ],
        [m.settings.displayFields, preferences.displayFields.join(', ')],
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
