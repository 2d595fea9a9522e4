// The title of each erratum, by the name of its test.

export const ERRATA_TITLES: Record<string, string> = {
  inside_the_infinite_cylinder_beyond_its_edge: 'A contact in the past',
  del_repeated_as_delp: 'A misprint loses the inside of an edge',
  sliding_along_the_face_at_distance_r: 'A ball that slides along a face',
  contact_point_and_center_are_two_things: 'The point that is the centre',
  zero_length_edges_and_flat_triangles: 'A triangle without area',
  first_found_is_not_first_in_time: 'The first that is found is not the first in time',
  shared_edges_hold_in_single_precision: 'A gap between two triangles',
  v1_repeated_where_v_i1_is_meant: 'A side that is taken for a corner',
  a_component_and_a_vector: 'The way back from a turned rectangle',
  the_point_stays_where_the_rectangle_was: 'The rectangle moves, its point does not',
  a_circle_of_radius_zero_on_the_boundary: 'A point on the boundary',
  a_box_met_at_the_edge_beside_the_corner_it_starts_at: 'Past the corner, into the edge',
  a_tree_of_regions_misses_and_is_late: 'The corner is late',
  two_surfaces_on_a_line: 'Four points on a line',
  squares_underflow_and_overflow: 'Squares that are zero',
  a_circle_on_a_face_that_misses_the_corner: 'Near all planes, but not at the corner',
  a_distance_from_a_plane_is_none_within_a_slanted_face: 'A distance that is not in the face',
  normals_of_any_length: 'Normals that are too short',
};
