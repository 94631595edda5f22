import type { texts as english } from './failures.en.ts';
import type { Translation } from './translation.ts';

/** German texts: why a dispatch or a plan failed. */
export const texts: Translation<typeof english> = {
  dispatch: {
    NO_ELIGIBLE_PROVIDERS:
      'Kein Zustelldienst, den die Strategie erlaubt, kann das ausführen. Erlauben Sie weitere Zustelldienste, oder verlangen Sie weniger.',
    NO_VALID_QUOTES:
      'Kein Zustelldienst hat ein Angebot abgegeben. Versuchen Sie es später noch einmal, oder ändern Sie die Strategie.',
    AUTODISPATCH_FAILURE:
      'Alle Angebote liegen über der höchsten Liefergebühr. Erhöhen Sie die Grenze, oder wählen Sie selbst ein Angebot.',
    INVALID_OPTIONS_GROUP: 'Die Dispositionsstrategie gibt es nicht mehr. Wählen Sie eine andere.',
    INVALID_TIME_CONSTRAINT:
      'Die Zeitfenster sind vorbei oder passen nicht zusammen. Geben Sie neue Zeiten ein, und disponieren Sie dann.',
    TASK_MISSING_TIME_WINDOW: 'Ein geplanter Auftrag hat kein Zeitfenster. Geben Sie Zeiten ein.',
    WORKFLOWS_UNANSWERED:
      'Die Workflows des Auftrags waren nicht rechtzeitig fertig. Disponieren Sie ihn von Hand, oder lassen Sie die Strategie länger warten.',
    ATTEMPTS_EXHAUSTED: 'Alle Versuche, den Auftrag zuzustellen, sind gescheitert.',
    NOT_DELIVERED: 'Die Lieferung endete, ohne anzukommen.',
    JOB_NOT_CREATED:
      'Die Sendung mit diesem und anderen Aufträgen ließ sich nicht anlegen. Disponieren Sie sie noch einmal.',
  },
  planning: {
    NO_ELIGIBLE_ROUTES: 'Die Touren ließen sich nicht planen.',
    VALIDATION_ERRORS: 'Diese Aufträge lassen sich so nicht zusammen planen.',
    INVALID_STATE_TRANSITION: 'Nur die Touren einer erfolgreichen Optimierung lassen sich speichern.',
    NOT_FOUND: 'Etwas davon gibt es nicht mehr. Laden Sie die Seite neu.',
  },
};
