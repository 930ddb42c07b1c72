import { licenceOf } from './licences';

type License = { license?: { id?: string }; expression?: string };

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

/** Licence of a component (SPDX expression); '' if it is not known. */
export function licenceOfComponent({ name, licenses: [told] = [] }: Component): string {
  return licenceOf(name, told?.license?.id ?? told?.expression);
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
