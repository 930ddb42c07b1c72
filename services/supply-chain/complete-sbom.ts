import { licenceOf } from './licences';

type License = { license?: { id?: string; name?: string }; expression?: string };

/** A package in a CycloneDX document. */
export interface Component {
  name: string;
  version: string;
  licenses?: License[];
}

/** The parts of a CycloneDX document that are looked at. */
export interface Sbom {
  metadata: { component: { name: string } };
  components: Component[];
}

/** Licence of a component (SPDX expression); '' if it is not known. All of several licences apply. */
export function licenceOfComponent({ name, licenses = [] }: Component): string {
  const told = licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression ?? '');
  return licenceOf(name, told.length > 1 ? told.map((each) => `(${each})`).join(' AND ') : told[0]);
}

/** The document of npm with the name of the product, which npm takes from its folder, and with all licences. */
export function completeSbom<Document extends Sbom>(sbom: Document, productName: string): Document {
  const component = { ...sbom.metadata.component, name: productName };
  const components = sbom.components.map((each) => {
    const id = licenceOfComponent(each);
    return each.licenses || id === '' ? each : { ...each, licenses: [{ license: { id } }] };
  });
  return { ...sbom, metadata: { ...sbom.metadata, component }, components };
}
