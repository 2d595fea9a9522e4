// Examples, each a link, with a camera that sees all handles.

import type { View } from './state';

const TRIANGLE = 'a=-1.5,-1,0&b=2,-0.75,0.25&c=0.25,1.75,-0.25';

export const EXAMPLES: Record<View, [string, string][]> = {
  circle: [
    ['A corner', 'circle'],
    ['A side', 'circle?center=-3.5,3&velocity=2,-0.75&rotation=0.1,1'],
    ['Both move', 'circle?center=-3.5,-1.5&velocity=1.5,1&box_center=2.5,1&drift=-1.25,0.25&rotation=0.3,1'],
    ['Overlap', 'circle?center=-0.5,1.25&velocity=1,0.5'],
    ['Exactly grazing', 'circle?center=-4,2&radius=1&velocity=1,0&box_center=1,0&half_extents=1.5,1&rotation=0,1'],
    ['Missed by an ulp', 'circle?center=-4,2.0000000000000004&radius=1&velocity=1,0&box_center=1,0&half_extents=1.5,1&rotation=0,1'],
  ],
  sphere: [
    ['Face', 'sphere'],
    ['Half cylinder', `sphere?target=triangle&center=-2.2,-3,2.2&radius=0.75&velocity=1.6,1.1,-1&${TRIANGLE}&camera=-64,20,13.39,-0.71,-0.94,0.54`],
    ['Wedge', `sphere?target=triangle&center=4,-2.4,1.6&radius=0.75&velocity=-1.5,1.1,-1&${TRIANGLE}&camera=-64,20,12.37,1.43,-0.58,0.18`],
    ['Both move', `sphere?target=triangle&center=-2.4,-2,2.4&radius=0.75&velocity=1.4,1.2,-0.6&drift=-0.4,-0.2,0.75&${TRIANGLE}&camera=-64,20,12.61,-0.63,-0.58,0.69`],
    ['Turned box', 'sphere?target=oriented_box&center=-2.6,-2,2&velocity=1.5,1.25,-0.9&camera=-64,20,12.87,-0.72,-0.61,0.12'],
    ['Frustum', 'sphere?target=frustum&center=-2,-2.6,1.6&velocity=1,1.25,-0.6&radius=0.5&camera=-64,20,12.12,-0.47,-0.79,-0.44'],
    ['Ellipsoid and box', 'sphere?target=box&mover=ellipsoid&center=-2.6,-2,2&velocity=1.5,1.25,-0.9&camera=-64,20,13.65,-0.72,-0.64,0.04'],
    ['Capsule', `sphere?target=triangle&mover=capsule&center=-2.6,-2.2,2.4&axis=-0.75,0.5,0.25&radius=0.5&velocity=1.6,1.4,-1&${TRIANGLE}&camera=-64,20,15.4,-0.92,-0.48,1.45`],
    ['Lying capsule', 'sphere?target=box&mover=capsule&center=-3.2,-0.5,2.6&axis=2,0,0&radius=0.5&velocity=2,0.25,-1.5&min=-1.5,-1,-0.5&max=1.5,1,0.5&rounding=0.25&camera=-64,20,14,-0.97,0,1.18'],
    ['Box on a box', 'sphere?target=box&mover=oriented_box&center=-2.75,-1.25,2.75&body_half_extents=1,0.5,0.375&body_rotation=0,0,1,3&velocity=2,1,-1.5&min=-1.5,-1,-0.5&max=1.5,1,0.5&camera=-64,30,13,-0.5,0,0.8'],
    ['Hull and turned box', 'sphere?target=oriented_box&mover=hull&center=-1.5,-1.25,2.5&v1=-1,0.5,0.25&v2=-0.5,-1,0.25&v3=-0.75,-0.25,1.25&velocity=1.5,1,-1.5&camera=-64,20,13.5,-0.7,-0.4,1'],
    ['Rounded box', 'sphere?target=box&center=-2.6,-2,2&radius=0.5&velocity=1.5,1.25,-0.9&min=-1,-1,-0.5&max=1.5,1,0.5&rounding=0.4&camera=-64,20,13.7,-0.6,-0.55,0.8'],
    ['On a mesh', 'sphere?target=mesh&mesh=knot&center=-3,-2,3&velocity=1.6,1.5,-1.6&radius=0.6&camera=-58,28,17.32,0.24,-0.8,0.38'],
    ['Hollow', 'sphere?target=box&question=intersects&hollow=both&center=0.25,0,0&radius=0.4&min=-1,-1,-0.5&max=1.5,1,0.5&camera=-64,20,7.54,0.27,-0.16,-0.43'],
    ['The last bit', 'sphere?target=triangle&center=-5,1,0.1&radius=0.1&velocity=1,0,0&a=0,0,0&b=4,0,0&c=0,4,0&camera=-62,28,16,-0.07,0.85,-0.85'],
  ],
  many: [
    ['Terrain', 'many'],
    ['Knot', 'many?mesh=knot&source=0,0,4.5&velocity=0.3,0.2,-2&spread=3.4&radius=0.05&count=10000&camera=-62,27,19.5,0.11,-0.75,0.55'],
    ['Gear, large spheres', 'many?mesh=gear&source=0,0,4&velocity=0,0.2,-2&spread=2.4&radius=0.18&count=900&camera=-62,27,15.68,0.07,-0.4,0.72'],
  ],
  side: [
    ['It falls through', 'side'],
    ['It snags', 'side?center=1.5481015539409828,-0.6409492230295086,0.6583125684721384&radius=0.5&velocity=-0.75,0.625,-0.0546875&a=-2,-1.5,-0.34375&b=2,1.5,0.34375&c=-2,1.5,-0.15625&d=2,-1.5,0.15625'],
  ],
  errata: [],
};
