import type { Side } from '../../../ordering/orders/index.ts';

/** Names by field. Plain, as `plainName` makes them: lower case, without accents. */
type Names = Readonly<Record<string, readonly string[]>>;

/** Ends of a side's columns in a language, by the end of the field's name. */
interface SideNames {
  /** Words for the side, before or after a name; `''` = the name alone stands for it. */
  readonly words: Readonly<Record<Side, readonly string[]>>;
  /** Whether the word of the side comes before the name, `Lieferadresse`, or after it, `Dirección de entrega`. */
  readonly isBefore: boolean;
  readonly ends: Names;
}

const GERMAN: SideNames = {
  words: {
    dropoff: ['', 'kunde', 'kunden', 'empfanger', 'empfaenger', 'liefer', 'zustell', 'ziel'],
    pickup: ['abhol', 'abholung', 'absender', 'filial', 'filiale', 'laden'],
  },
  isBefore: true,
  ends: {
    Address: [
      'adresse',
      'anschrift',
      'strasseundhausnummer',
      'strasseundnr',
      'strassehausnummer',
      'strassenr',
    ],
    AddressFormattedStreet: ['strasse'],
    AddressNumber: ['hausnummer', 'hausnr'],
    AddressSecondarynumber: ['adresszusatz', 'zusatz', 'stockwerk', 'etage', 'wohnung'],
    AddressCity: ['ort', 'stadt', 'wohnort'],
    AddressState: ['bundesland', 'kanton'],
    AddressZip: ['plz', 'postleitzahl'],
    AddressCountry: ['land', 'landercode', 'laendercode'],
    Lat: ['breitengrad'],
    Lng: ['langengrad', 'laengengrad'],
    FirstName: ['vorname', 'name', 'vollername', 'ansprechpartner'],
    LastName: ['nachname', 'familienname'],
    BusinessName: ['firma', 'firmenname', 'unternehmen'],
    PhoneNumber: ['telefon', 'telefonnummer', 'telefonnr', 'handy', 'handynummer', 'mobil', 'mobilnummer'],
    Email: ['email', 'emailadresse', 'mail'],
    Instructions: [
      'hinweis',
      'hinweise',
      'anweisungen',
      'bemerkung',
      'bemerkungen',
      'notiz',
      'notizen',
      'kommentar',
    ],
    StartTime: ['zeitvon', 'uhrzeitvon', 'zeitab', 'fruhestens', 'fruehestens', 'beginn'],
    EndTime: ['zeitbis', 'uhrzeitbis', 'spatestens', 'spaetestens', 'ende', 'frist'],
    Date: ['datum', 'tag', 'termin'],
    Window: ['zeitfenster', 'fenster'],
    Coordinates: ['koordinaten'],
  },
};

const SPANISH: SideNames = {
  words: {
    dropoff: [
      '',
      'cliente',
      'delcliente',
      'destinatario',
      'deldestinatario',
      'entrega',
      'deentrega',
      'destino',
      'deenvio',
    ],
    pickup: [
      'recogida',
      'derecogida',
      'remitente',
      'delremitente',
      'origen',
      'deorigen',
      'tienda',
      'delatienda',
    ],
  },
  isBefore: false,
  ends: {
    Address: ['direccion', 'direccioncompleta', 'domicilio'],
    AddressFormattedStreet: ['calle'],
    AddressNumber: ['numerodecalle', 'numeroexterior'],
    AddressSecondarynumber: ['piso', 'puerta', 'pisopuerta', 'apartamento', 'numerointerior'],
    AddressCity: ['ciudad', 'poblacion', 'localidad', 'municipio'],
    AddressState: ['provincia', 'estado'],
    AddressZip: ['codigopostal', 'cp'],
    AddressCountry: ['pais'],
    Lat: ['latitud'],
    Lng: ['longitud'],
    FirstName: ['nombre', 'nombrecompleto', 'contacto'],
    LastName: ['apellido', 'apellidos'],
    BusinessName: ['empresa'],
    PhoneNumber: ['telefono', 'movil', 'celular'],
    Email: ['correo', 'correoelectronico', 'email'],
    Instructions: ['instrucciones', 'notas', 'observaciones', 'comentario', 'comentarios'],
    StartTime: ['horainicio', 'horadeinicio', 'horadesde', 'desde'],
    EndTime: ['horafin', 'horadefin', 'horahasta', 'hasta'],
    Date: ['fecha', 'dia'],
    Window: ['franja', 'franjahoraria', 'horario', 'ventanahoraria'],
    Coordinates: ['coordenadas'],
  },
};

const FRENCH: SideNames = {
  words: {
    dropoff: ['', 'client', 'duclient', 'destinataire', 'dudestinataire', 'livraison', 'delivraison'],
    pickup: [
      'enlevement',
      'denlevement',
      'retrait',
      'deretrait',
      'expediteur',
      'delexpediteur',
      'magasin',
      'dumagasin',
    ],
  },
  isBefore: false,
  ends: {
    Address: ['adresse', 'adressecomplete'],
    AddressFormattedStreet: ['rue'],
    AddressNumber: ['numeroderue', 'numerodevoie'],
    AddressSecondarynumber: ['complement', 'complementdadresse', 'appartement', 'etage'],
    AddressCity: ['ville', 'commune'],
    AddressState: ['departement'],
    AddressZip: ['codepostal', 'cp'],
    AddressCountry: ['pays'],
    FirstName: ['prenom', 'nom', 'nomcomplet'],
    LastName: ['nomdefamille'],
    BusinessName: ['societe', 'entreprise', 'raisonsociale'],
    PhoneNumber: ['telephone', 'portable', 'numerodetelephone'],
    Email: ['courriel', 'email', 'adresseemail'],
    Instructions: ['consignes', 'remarque', 'remarques', 'commentaire', 'commentaires'],
    StartTime: ['heuredebut', 'heurededebut'],
    EndTime: ['heurefin', 'heuredefin'],
    Date: ['date', 'jour'],
    Window: ['creneau', 'creneauhoraire', 'plagehoraire'],
    Coordinates: ['coordonnees'],
  },
};

/** Names of fields that have no side, in German, Spanish and French. */
const WITHOUT_SIDE: Names = {
  externalId: [
    ...['auftragsnummer', 'auftragsnr', 'auftrag', 'bestellnummer', 'bestellnr', 'bestellung'],
    ...[
      'numerodepedido',
      'nodepedido',
      'ndepedido',
      'pedido',
      'numerodecommande',
      'nodecommande',
      'ndecommande',
      'commande',
    ],
  ],
  referenceId: ['referenz', 'referencia'],
  valueCents: [
    'warenwert',
    'bestellwert',
    'wert',
    'betrag',
    'summe',
    'valor',
    'importe',
    'valeur',
    'montant',
  ],
  tipAmountCents: ['trinkgeld', 'propina', 'pourboire'],
  dueAmountCents: ['nachnahme', 'contrareembolso', 'contreremboursement'],
  currency: ['wahrung', 'waehrung', 'moneda', 'divisa', 'devise'],
  description: ['beschreibung', 'inhalt', 'descripcion', 'contenido', 'contenu'],
  itemsCount: [
    'anzahlpakete',
    'stuckzahl',
    'stueckzahl',
    'pakete',
    'bultos',
    'paquetes',
    'colis',
    'nombredecolis',
  ],
  weight: ['gewicht', 'gewichtkg', 'peso', 'pesokg', 'poids', 'poidskg'],
  height: ['hohe', 'hoehe', 'altura', 'hauteur'],
  width: ['breite', 'anchura', 'ancho', 'largeur'],
  depth: ['lange', 'laenge', 'tiefe', 'profundidad', 'largo', 'longueur', 'profondeur'],
  minimumVehicleSize: ['fahrzeug', 'vehiculo', 'vehicule'],
  tags: ['schlagworte', 'etiquetas', 'etiquettes'],
  items: ['artikel', 'articulos', 'articles', 'produits', 'productos', 'produkte'],
  'items.description': ['artikelname', 'produktname', 'produkt', 'producto', 'articulo', 'produit'],
  'items.count': ['menge', 'anzahl', 'cantidad', 'quantite'],
  'items.id': ['artikelnummer', 'artikelnr'],
  'items.valueCents': ['einzelpreis', 'preciounitario', 'prixunitaire'],
};

/** Other names of the columns of each field in German, Spanish and French. */
export const NAMES_IN_LANGUAGES: ReadonlyMap<string, readonly string[]> = collect();

function collect(): ReadonlyMap<string, readonly string[]> {
  const found = new Map(Object.entries(WITHOUT_SIDE).map(([field, names]) => [field, [...names]]));
  for (const { words, isBefore, ends } of [GERMAN, SPANISH, FRENCH]) {
    for (const [side, ofSide] of Object.entries(words)) {
      for (const [end, names] of Object.entries(ends)) {
        const field = `${side}${end}`;
        const both = names.flatMap((name) => ofSide.map((word) => (isBefore ? word + name : name + word)));
        found.set(field, [...(found.get(field) ?? []), ...both]);
      }
    }
  }
  return found;
}
